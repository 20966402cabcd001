import { Checkbox, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import { messagingApi } from '../api.ts'
import { nameOf, titleOf } from '../names.ts'
import { useColleagues } from '../presence.ts'
import type { MessagingSearch } from '../screens.ts'
import styles from '../sheets/Sheets.module.css'
import { Highlight } from './Highlight.tsx'

type Props = { conversation?: Conversation; onClosed: () => void; onOpen: (search: MessagingSearch) => void }
type Hit = { message: Message; highlight: string; conversation?: Pick<Conversation, 'id' | 'title' | 'type' | 'users'> }

/** Searches what was said, here or in all conversations; without signal what this device has kept. */
export function SearchPanel({ conversation, onClosed, onOpen }: Props) {
  const { t } = useTranslation()
  const userId = useUser()?.id
  const colleagues = useColleagues()
  const [typed, setTyped] = useState('')
  const [person, setPerson] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [hasFile, setHasFile] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), 300)
  const filters = {
    ...(person && { user_id: Number(person) }),
    ...(from && { from }),
    ...(to && { to }),
    ...(hasFile && { has_file: true }),
  }
  const { data: hits } = useQuery({
    queryKey: ['messaging', 'search', conversation?.id ?? 'all', q, filters],
    enabled: q !== '',
    queryFn: async ({ signal }): Promise<Hit[]> => {
      try {
        return conversation
          ? await messagingApi.search({ id: conversation.id, q, ...filters }, { signal })
          : await messagingApi.searchAll({ q, ...filters }, { signal })
      } catch (error) {
        if (signal.aborted || userId === undefined) throw error
        const { searchKept } = await import('../kept/keepMessages.ts')
        const kept = await searchKept(userId, q, conversation?.id)
        return kept.map(message => ({ message, highlight: message.message_text }))
      }
    },
  })
  return (
    <SideSheet title={t('messaging.searchMessages')} onClosed={onClosed}>
      {close => (
        <>
          <div className={styles.section}>
            <TextInput
              data-autofocus
              label={conversation ? t('messaging.searchHere') : t('messaging.searchAll')}
              value={typed}
              maxLength={200}
              onChange={event => setTyped(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('messaging.person')}
              value={person}
              onChange={event => setPerson(event.currentTarget.value)}
              data={[
                { value: '', label: t('messaging.anyone') },
                ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
            <div className={styles.buttons}>
              <TextInput
                type="date"
                label={t('messaging.from')}
                value={from}
                onChange={event => setFrom(event.currentTarget.value)}
              />
              <TextInput
                type="date"
                label={t('messaging.to')}
                value={to}
                onChange={event => setTo(event.currentTarget.value)}
              />
            </div>
            <Checkbox
              label={t('messaging.hasFile')}
              checked={hasFile}
              onChange={event => setHasFile(event.currentTarget.checked)}
            />
          </div>
          <div role="status">{q !== '' && hits?.length === 0 && t('messaging.noMessagesFound')}</div>
          <ul className={styles.people}>
            {hits?.map(({ message, highlight, conversation: place }) => (
              <li key={message.id}>
                <UnstyledButton
                  className={styles.hit}
                  onClick={() => {
                    onOpen({ conversation: message.conversation_id, message: message.id })
                    close()
                  }}
                >
                  <span className={styles.dimmed}>
                    {place && !conversation && (
                      <>
                        <bdi>{titleOf(place, userId, t)}</bdi> ·{' '}
                      </>
                    )}
                    <bdi>{nameOf(message.sender, place?.type, t)}</bdi> · <LocalTime value={message.created_at} />
                  </span>
                  <Highlight text={highlight} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </SideSheet>
  )
}
