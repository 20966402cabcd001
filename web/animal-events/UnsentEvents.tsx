import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntryErrorText } from '../lib/errorText.ts'
import type { OutboxEntry } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from '../ui/log/Log.module.css'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import type { Owner } from './queries.ts'
import { type EventEntry, isEventOf } from './queries.ts'

const EventForm = lazyPart(() => import('./EventForm.tsx').then(part => part.EventForm))

/** In the order in which they were made. */
export const byPosition = (one: OutboxEntry, other: OutboxEntry) => (one.position ?? 0) - (other.position ?? 0)

/** What was recorded of one on this device and is not at the server yet. What was not accepted can be put right. */
export function UnsentEvents({ owner }: { owner: Owner }) {
  const { t } = useTranslation()
  const { entries } = useQueue()
  const words = useEntryErrorText()
  const [mended, setMended] = useState<EventEntry>()
  const waiting = useQueue.rowsOf(entries, 'animalEvent').filter(isEventOf(owner)).sort(byPosition)
  if (waiting.length === 0) return null
  return (
    <>
      <ul className={styles.list}>
        {waiting.map(entry => (
          <li key={entry.uuid} className={styles.entry}>
            <div className={styles.line}>
              <strong>{t(`animalEvents.types.${entry.input.details.type}`)}</strong>
              <LocalTime value={entry.input.day} as="date" />
              <StatusBadge status={entry.state === 'refused' ? 'stop' : 'attention'}>
                {t(`filling.states.${entry.state}`)}
              </StatusBadge>
              {entry.state === 'refused' && (
                <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setMended(entry)}>
                  {t('animalEvents.change')}
                </Button>
              )}
            </div>
            {entry.state === 'refused' && entry.last_error && <p className={styles.words}>{words(entry.last_error)}</p>}
          </li>
        ))}
      </ul>
      {mended && <EventForm owner={owner} refused={mended} onClosed={() => setMended(undefined)} />}
    </>
  )
}
