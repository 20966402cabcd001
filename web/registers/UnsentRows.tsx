import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { registry, type SubjectFeature, subjectTypes } from '#shared/subjects/registry.ts'
import type { Owner } from '../animal-events/queries.ts'
import { byPosition, UnsentEvents } from '../animal-events/UnsentEvents.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useEntryErrorText } from '../lib/errorText.ts'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Subjects.module.css'

const EventForm = lazyPart(() => import('../animal-events/EventForm.tsx').then(part => part.EventForm))

type Props = {
  feature: SubjectFeature
  /** The form in which a refused one is put right. */
  form: (onClosed: () => void, refused: NewRowEntry) => ReactNode
}

/** Rows that this device registered and the server does not know yet. Events of such an animal are recorded here. */
export function UnsentRows({ feature, form }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { entries } = useQueue()
  const words = useEntryErrorText()
  const can = useAbility()
  const [mended, setMended] = useState<NewRowEntry>()
  const [recorded, setRecorded] = useState<NewRowEntry>()
  const type = subjectTypes.find(one => registry[one].feature === feature) ?? 'animal'
  const rows = useQueue.rowsOf(entries, type).sort(byPosition)
  if (rows.length === 0) return null
  const hasHistory = type === 'animal' || type === 'animal_group'
  const ownerOf = ({ temporary_id = 0, title, input }: NewRowEntry) => ({
    ...{ type: type as 'animal', id: temporary_id, name: title, isBatch: input.kind === 'batch' },
    species: input.species as Owner['species'],
  })
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t('subjects.unsent')}
      </h2>
      <ul className={styles.list}>
        {rows.map(entry => (
          <li key={entry.uuid}>
            <div className={styles.line}>
              <bdi className={styles.name}>{entry.title}</bdi>
              <StatusBadge status={entry.state === 'refused' ? 'stop' : 'attention'}>
                {t(`filling.states.${entry.state}`)}
              </StatusBadge>
              {hasHistory && can('create', 'AnimalEvent') && (
                <Button variant="default" size="sm" onClick={() => setRecorded(entry)}>
                  {t('subjects.recordOf', { name: entry.title })}
                </Button>
              )}
              {entry.state === 'refused' && (
                <Button variant="default" size="sm" onClick={() => setMended(entry)}>
                  {t('subjects.putRight', { name: entry.title })}
                </Button>
              )}
            </div>
            {entry.state === 'refused' && entry.last_error && <p className={styles.why}>{words(entry.last_error)}</p>}
            {hasHistory && <UnsentEvents owner={ownerOf(entry)} />}
          </li>
        ))}
      </ul>
      {mended && form(() => setMended(undefined), mended)}
      {recorded && <EventForm owner={ownerOf(recorded)} onClosed={() => setRecorded(undefined)} />}
    </section>
  )
}
