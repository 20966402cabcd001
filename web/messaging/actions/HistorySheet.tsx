import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { Fetched } from '../../ui/Fetched.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import styles from './MessageMenu.module.css'

type Props = { message: Message; conversation: Conversation; onClosed: () => void }

/** Who has read a message and when, and what it said before. */
export function HistorySheet({ message: { id, edited_at }, conversation, onClosed }: Props) {
  const { t } = useTranslation()
  const reads = useQuery(api.messaging.reads.query({ id }))
  const versions = useQuery({ ...api.messaging.versions.query({ id }), enabled: edited_at !== null })
  const nameOf = (userId: number) => conversation.users.find(user => user.id === userId)?.name ?? t('messaging.unknown')
  return (
    <SideSheet title={t('messaging.readBy')} onClosed={onClosed}>
      {() => (
        <>
          <Fetched query={reads}>
            {readers =>
              readers.length === 0 ? (
                <p>{t('messaging.nobodyRead')}</p>
              ) : (
                <ul className={styles.list}>
                  {readers.map(({ user_id, read_at }) => (
                    <li key={user_id} className={styles.line}>
                      <bdi>{nameOf(user_id)}</bdi>
                      <LocalTime value={read_at} />
                    </li>
                  ))}
                </ul>
              )
            }
          </Fetched>
          {edited_at !== null && (
            <>
              <h3>{t('messaging.history')}</h3>
              <Fetched query={versions}>
                {earlier => (
                  <ul className={styles.list}>
                    {earlier.map(({ message_text, replaced_at }) => (
                      <li key={replaced_at} className={styles.line}>
                        <span className={styles.words} dir="auto">
                          {message_text}
                        </span>
                        <LocalTime value={replaced_at} />
                      </li>
                    ))}
                  </ul>
                )}
              </Fetched>
            </>
          )}
        </>
      )}
    </SideSheet>
  )
}
