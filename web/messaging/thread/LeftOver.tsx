import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { GateDrawing } from '../../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { draftHere, forgetDraft } from '../composer/draftHere.ts'
import styles from './LeftOver.module.css'
import { PendingRow } from './PendingRow.tsx'
import { useWaiting } from './useWaiting.ts'

type Props = {
  id: number
  error: unknown
  /** It was on the screen, or on this device, and somebody took the person out of it. */
  wasIn: boolean
  onRetry: () => void
  onBack: () => void
}

/** In place of a conversation that cannot be shown: why, and what one has written there and nobody has got. */
export function LeftOver({ id, error, wasIn, onRetry, onBack }: Props) {
  const { t } = useTranslation()
  const userId = useUser()?.id
  const [draft, setDraft] = useState(() => draftHere(userId, id))
  const pending = useWaiting().filter(entry => entry.conversation_id === id && entry.deed === 'post')
  return (
    <section className={styles.pane}>
      <ActionIcon
        className={styles.back}
        variant="subtle"
        size={44}
        aria-label={t('messaging.back')}
        title={t('messaging.back')}
        onClick={onBack}
      >
        <IconArrowLeft size={22} />
      </ActionIcon>
      {wasIn ? (
        <EmptyState drawing={<GateDrawing />} title={t('messaging.noLongerIn')} />
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
      {(draft || pending.length > 0) && (
        <section className={styles.words} aria-label={t('messaging.leftOver')}>
          <h3>{t('messaging.leftOver')}</h3>
          {draft && (
            <>
              <p className={styles.draft} dir="auto">
                {draft}
              </p>
              <div className={styles.buttons}>
                <Button variant="default" onClick={() => void navigator.clipboard.writeText(draft)}>
                  {t('messaging.copy')}
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() => {
                    forgetDraft(userId, id)
                    setDraft('')
                  }}
                >
                  {t('messaging.discard')}
                </Button>
              </div>
            </>
          )}
          {pending.map(entry => (
            <PendingRow key={entry.uuid} entry={entry} />
          ))}
        </section>
      )}
    </section>
  )
}
