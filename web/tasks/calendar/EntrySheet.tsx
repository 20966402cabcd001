import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'
import type { EditScope } from '#shared/tasks/rules.ts'
import { useAbility } from '../../lib/ability.tsx'
import { taskTitle } from '../../lib/taskTitle.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { DateTimeField } from '../../ui/dates/DateTimeField.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { FieldList } from '../../ui/row/FieldList.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { ScopeField } from '../form/ScopeField.tsx'
import styles from './Calendar.module.css'
import { useMoveEntry } from './useMoveEntry.ts'

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
