import { Button, Skeleton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { GateDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EndedRow } from './ends/EndedRow.tsx'
import { canUndo } from './ends/taskEnds.ts'
import styles from './OwnTasks.module.css'
import { useFilledInTasks, useOwnTasks, useTaskEnds } from './queries.ts'
import { TaskCard } from './TaskCard.tsx'
import { useNow } from './useNow.ts'

type Props = {
  /** How many are shown until the person asks for the rest. */
  atFirst?: number
}

/** The person's open tasks as cards, what is overdue first. Without a connection, the last copy with its age. */
export function OwnTasks({ atFirst = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const query = useOwnTasks()
  const ends = useTaskEnds()
  const filledIn = new Set(useFilledInTasks().map(({ id }) => id))
  const { online } = useNetwork()
  const list = useRef<HTMLUListElement>(null)
  const [showsAll, setShowAll] = useState(false)

  if (!query.data) return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <CardSkeletons />
  const { tasks, total, asOf, isCopy } = query.data
  const endOf = new Map(ends.map(end => [end.sent_id, end]))
  const shown = tasks.filter(({ id }) => {
    const end = endOf.get(id)
    return end ? canUndo(end) : !filledIn.has(id)
  })
  const first = shown.find(({ id }) => !endOf.has(id))
  const visible = showsAll ? shown : shown.slice(0, atFirst)
  const isOld = format.dayOf(asOf) !== format.dayOf(now)

  return (
    <section aria-labelledby="own-tasks">
      <h2 id="own-tasks" className={styles.heading}>
        {t('tasks.own')}
      </h2>
      {(isCopy || !online) && (
        <div className={styles.notice}>
          <Notice kind="info">{t('tasks.asOf', { time: isOld ? format.dateTime(asOf) : format.time(asOf) })}</Notice>
        </div>
      )}
      {shown.length === 0 && (
        <EmptyState drawing={<GateDrawing />} title={t('tasks.nothingDue')} text={t('tasks.nothingDueText')} />
      )}
      <ul ref={list} className={styles.list} tabIndex={-1} aria-label={t('tasks.own')}>
        {visible.map(sent => {
          const end = endOf.get(sent.id)
          return (
            <li key={sent.id}>
              {end ? (
                <EndedRow ends={[end]} onFocusLost={() => list.current?.focus({ preventScroll: true })} />
              ) : (
                <TaskCard sent={sent} now={now} isFirst={sent === first} />
              )}
            </li>
          )
        })}
      </ul>
      {visible.length < shown.length && (
        <Button variant="default" mt="sm" onClick={() => setShowAll(true)}>
          {t('tasks.showAll', { count: shown.length })}
        </Button>
      )}
      {total > tasks.length && <p className={styles.more}>{t('tasks.moreLater', { count: total - tasks.length })}</p>}
    </section>
  )
}

function CardSkeletons() {
  return (
    <div className={styles.list} aria-busy="true">
      {[0, 1, 2].map(card => (
        <Skeleton key={card} height={148} />
      ))}
    </div>
  )
}
