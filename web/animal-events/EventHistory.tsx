import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { useAbility } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from '../ui/log/Log.module.css'
import { LogSection } from '../ui/log/LogSection.tsx'
import { EventEntry } from './EventEntry.tsx'
import { callsFor, type Owner } from './queries.ts'
import { UnsentEvents } from './UnsentEvents.tsx'

const EventForm = lazyPart(() => import('./EventForm.tsx').then(part => part.EventForm))
const steps = [10, 25, 100] as const

/** What happened to an animal or a group, the latest day first, with what is planned; and recording more. */
export function EventHistory({ owner, isArchived }: { owner: Owner; isArchived: boolean }) {
  const { t } = useTranslation()
  const can = useAbility()
  const [step, setStep] = useState(0)
  const [edited, setEdited] = useState<AnimalEvent | 'new'>()
  const { data } = useQuery({
    ...callsFor(owner).list.query({ id: owner.id, per_page: steps[step] ?? 10 }),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const hasMore = data.meta.total > data.data.length && step < steps.length - 1
  return (
    <LogSection
      id="animal-events"
      title={t('animalEvents.title')}
      actions={
        !isArchived &&
        can('create', 'AnimalEvent') && (
          <Button variant="default" size="sm" onClick={() => setEdited('new')}>
            {t('animalEvents.record')}
          </Button>
        )
      }
    >
      <UnsentEvents owner={owner} />
      {data.data.length === 0 ? (
        <p className={styles.quiet}>
          {t('animalEvents.empty')}. {t('animalEvents.emptyText')}
        </p>
      ) : (
        <ol className={styles.list}>
          {data.data.map(event => (
            <EventEntry key={event.id} event={event} onChange={setEdited} />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button variant="subtle" color="gray" onClick={() => setStep(step + 1)}>
          {t('animalEvents.more')}
        </Button>
      )}
      {edited && (
        <EventForm owner={owner} event={edited === 'new' ? undefined : edited} onClosed={() => setEdited(undefined)} />
      )}
    </LogSection>
  )
}
