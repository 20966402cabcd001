import { Badge, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { countDifference } from '#shared/animal-events/counts.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useToday } from '../shell/company.ts'
import styles from '../ui/log/Log.module.css'
import { LogWords } from '../ui/log/LogSection.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { keysAfterEvent } from './queries.ts'
import { useEventWords } from './useEventWords.ts'

/** One line of a history: what was recorded, with what may be done about it. */
export function EventEntry({ event, onChange }: { event: AnimalEvent; onChange: (event: AnimalEvent) => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const words = useEventWords()(event)
  const format = useFormat()
  const difference = countDifference(event.details, event.head_count)
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
        {difference !== null && difference !== 0 && (
          <StatusBadge status="attention">
            {t(difference < 0 ? 'animalEvents.fewerReceived' : 'animalEvents.moreReceived', {
              heads: format.number(Math.abs(difference)),
            })}
          </StatusBadge>
        )}
      </div>
      <LogWords words={words} />
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
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(event)}>
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
