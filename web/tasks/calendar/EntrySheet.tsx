import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'
import type { EditScope } from '#shared/tasks/rules.ts'
import { api } from '../../api.ts'
import { useCompanyFormat } from '../../companies/queries.ts'
import { useAbility } from '../../lib/ability.tsx'
import { taskTitle } from '../../lib/taskTitle.ts'
import { DateTimeField } from '../../ui/dates/DateTimeField.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { FieldList } from '../../ui/row/FieldList.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { tellProblem, tellUndo } from '../../ui/toast.tsx'
import { ScopeField } from '../form/ScopeField.tsx'
import { momentAt } from '../form/wallTime.ts'
import styles from './Calendar.module.css'

type Props = {
  entry: CalendarEntry
  /** Where it was dragged to. */
  moveTo?: string
  /** Puts it back to where it was. */
  onKept?: () => void
  isOwn: boolean
  onClosed: (isMoved: boolean) => void
}

/** One dated thing, and moving it: by the keyboard, or after it was dragged. */
export function EntrySheet({ entry, moveTo, onKept, isOwn, onClosed }: Props) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const can = useAbility()
  const move = useMoveEntry()
  const from = localTime(Date.parse(entry.starts_at), format.timeZone)
  const [to, setTo] = useState(moveTo ?? from)
  const [scope, setScope] = useState<EditScope>('this')
  const [isMoved, setMoved] = useState(false)
  const isOver = ['done', 'skipped', 'missed'].includes(entry.state)
  const fields = [
    { label: t('tasks.startsAt'), value: format.dateTime(entry.starts_at) },
    { label: t('tasks.due'), value: format.dateTime(entry.due_at) },
    { label: t('tasks.state'), value: t(`tasks.calendar.states.${entry.state}`) },
    { label: t('tasks.kind'), value: t(`tasks.kinds.${entry.kind}`) },
    { label: t('tasks.subjects'), value: format.list(entry.subjects.map(({ name }) => name)) },
    {
      label: t('tasks.calendar.people'),
      value: !isOwn && t('tasks.calendar.doneOf', { done: entry.done_count, count: entry.user_ids.length }),
    },
  ]
  return (
    <SideSheet title={taskTitle(entry)} onClosed={() => onClosed(isMoved)}>
      {close => (
        <form
          className={styles.sheet}
          onSubmit={event => {
            event.preventDefault()
            setMoved(true)
            move(entry, to, entry.is_series ? scope : 'all', onKept).catch(() => setMoved(false))
            close()
          }}
        >
          <FieldList fields={fields} />
          {entry.sent_id !== null && <PathLink href={`/tasks/${entry.sent_id}`}>{t('tasks.calendar.open')}</PathLink>}
          {can('read', 'Task') && (
            <PathLink href={`/company/tasks/assignments/${entry.task_id}`}>{t('tasks.calendar.openTask')}</PathLink>
          )}
          {can('update', 'Task') && !isOver && (
            <>
              <DateTimeField label={t('tasks.calendar.moveTo')} required value={to} onChange={setTo} />
              {entry.is_series && <ScopeField value={scope} onChange={setScope} occurrence={entry.starts_at} />}
              <SheetFooter>
                <Button type="submit" disabled={!to || to === from}>
                  {t('tasks.calendar.move')}
                </Button>
              </SheetFooter>
            </>
          )}
        </form>
      )}
    </SideSheet>
  )
}

/** `takeBack` takes back what the screen shows: an undo may come before the move itself was read again. */
type Move = (entry: CalendarEntry, to: string, scope: EditScope, takeBack?: () => void) => Promise<void>

/** Moves an occurrence, or its series with it, to a time on the company's wall; for a few seconds it can be taken back. */
export function useMoveEntry(): Move {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const queries = useQueryClient()
  const show = () => queries.invalidateQueries({ queryKey: api.tasks.key })
  return async (entry, to, scope, takeBack) => {
    const { task_id: id, starts_at: occurrence, is_series } = entry
    const from = localTime(Date.parse(occurrence), format.timeZone)
    try {
      const moved = await api.tasks.update({ id, starts_at: to, ...(is_series && { scope, occurrence }) })
      // Of what is still a series, the same occurrence goes back, and the rest with it.
      const there = moved.recurrence !== null && new Date(momentAt(to, format.timeZone)).toISOString()
      const undo = () =>
        api.tasks
          .update({ id: moved.id, starts_at: from, ...(there && { scope: 'all' as const, occurrence: there }) })
          .then(takeBack, tellProblem)
          .finally(show)
      tellUndo(t('tasks.calendar.moved', { title: taskTitle(entry) }), t('common.undo'), undo)
    } catch (error) {
      tellProblem(error)
      throw error
    } finally {
      show()
    }
  }
}
