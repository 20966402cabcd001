import { Badge, Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { api } from '../api.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { useToday } from '../shell/company.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from '../ui/log/Log.module.css'
import { LogSection } from '../ui/log/LogSection.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { callsFor, keysAfterEvent, type Owner } from './queries.ts'
import { UnsentEvents } from './UnsentEvents.tsx'
import { useEventWords } from './useEventWords.ts'

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
            <EventEntry key={event.id} event={event} onChange={() => setEdited(event)} />
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

/** One line of a history. */
function EventEntry({ event, onChange }: { event: AnimalEvent; onChange: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const words = useEventWords()(event)
  const read = () => Promise.all(keysAfterEvent.map(queryKey => queries.invalidateQueries({ queryKey })))
  const restoring = useMutation({ mutationFn: () => api.animalEvents.restore({ id: event.id }), onSuccess: read })
  const striking = useMutation({
    mutationFn: () => api.animalEvents.remove({ id: event.id }),
    async onSuccess() {
      await read()
      tellUndo(t('animalEvents.struckOut'), t('common.undo'), () => restoring.mutate())
    },
  })
  const today = useToday()
  const doing = useMutation({
    mutationFn: () => {
      // What was planned for later is done today.
      const day = event.day > today ? today : event.day
      return api.animalEvents.update({ id: event.id, revision: event.revision, state: 'done', day })
    },
    onSuccess: read,
  })
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <strong>{t(`animalEvents.types.${event.details.type}`)}</strong>
        <LocalTime value={event.day} as="date" />
        {event.state === 'pending' && <Badge variant="light">{t('animalEvents.plan')}</Badge>}
      </div>
      {words.length > 0 && (
        <p className={styles.words}>
          {words.map((word, index) => (
            <Fragment key={word}>
              {index > 0 && ' · '}
              <bdi>{word}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {event.note && (
        <p className={styles.words} dir="auto">
          {event.note}
        </p>
      )}
      <div className={styles.line}>
        {event.user_name && <span className={styles.quiet}>{t('animalEvents.by', { name: event.user_name })}</span>}
        <span className={styles.acts}>
          <Can I="update" a="AnimalEvent" row={event}>
            {event.state === 'pending' && (
              <Button variant="default" size="compact-sm" loading={doing.isPending} onClick={() => doing.mutate()}>
                {t('animalEvents.markDone')}
              </Button>
            )}
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onChange}>
              {t('animalEvents.change')}
            </Button>
          </Can>
          <Can I="delete" a="AnimalEvent" row={event}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              loading={striking.isPending}
              onClick={() => striking.mutate()}
            >
              {t('animalEvents.strikeOut')}
            </Button>
          </Can>
        </span>
      </div>
    </li>
  )
}
