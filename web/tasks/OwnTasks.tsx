import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useLocalStorage, useNetwork } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useFormat } from '../lib/format.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EndedRow } from './completion/EndedRow.tsx'
import { canUndo } from './completion/pendingCompletions.ts'
import { useNow } from './DueTime.tsx'
import { useFilledInTasks, useOwnTasks, useTaskEnds } from './queries.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './Tasks.module.css'
import { groupsBySubject, groupsByTime, type TaskGroup, type TaskOrder, taskOrders } from './taskState.ts'

type Props = {
  /** How many are shown until the person asks for the rest. */
  atFirst?: number
  /** Occurrences that are shown elsewhere on the page. */
  except?: ReadonlySet<number>
}

/** So few need no order of their own. */
const fewTasks = 3

/**
 * The person's open tasks as cards, overdue ones first, or by their subject. Without a connection, the last copy with
 * its age.
 */
export function OwnTasks({ atFirst = Number.POSITIVE_INFINITY, except }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [order, setOrder] = useLocalStorage<TaskOrder>({ key: 'tend_task_order', defaultValue: 'time' })
  const now = useNow()
  const query = useOwnTasks()
  const ends = useTaskEnds()
  const filledIn = new Set(useFilledInTasks().map(({ id }) => id))
  const { online } = useNetwork()
  const list = useRef<HTMLDivElement>(null)
  const [showsAll, setShowAll] = useState(false)

  if (!query.data) return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <CardSkeletons />
  const { tasks, total, asOf, isCopy } = query.data
  const groupsOf = (some: SentTask[]) =>
    order === 'subject' ? groupsBySubject(some, i18n.language) : groupsByTime(some, now, format.dayOf)
  const endOf = new Map(ends.map(end => [end.sent_id, end]))
  const shown = tasks.filter(({ id }) => {
    if (except?.has(id)) return false
    const end = endOf.get(id)
    return end ? canUndo(end) : !filledIn.has(id)
  })
  const isShort = !showsAll && shown.length > atFirst
  const groups = groupsOf(isShort ? shown.slice(0, atFirst) : shown)
  const first = groups.flatMap(({ tasks }) => tasks).find(({ id }) => !endOf.has(id))
  const nameOf = ({ name }: TaskGroup) => (typeof name === 'string' ? name : t(`tasks.order.${name.word}`))
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
      {shown.length > fewTasks && !isShort && shown.some(({ subjects }) => subjects.length > 0) && (
        <SegmentedControl
          className={styles.order}
          aria-label={t('tasks.order.label')}
          value={order}
          data={taskOrders.map(value => ({ value, label: t(`tasks.order.${value}`) }))}
          onChange={value => setOrder(value === 'subject' ? 'subject' : 'time')}
        />
      )}
      <div ref={list} className={styles.groups} tabIndex={-1}>
        {groups.map(group => (
          <div key={group.key}>
            <h3 className={styles.group}>
              <bdi>{nameOf(group)}</bdi>
            </h3>
            <ul className={styles.list} aria-label={nameOf(group)}>
              {group.tasks.map(sent => {
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
          </div>
        ))}
      </div>
      {isShort && (
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
