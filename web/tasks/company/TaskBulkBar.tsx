import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useCompanyFormat } from '../../shell/company.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { BulkBar, type Selection, useSelectedRows } from '../../ui/list/BulkBar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { asksFirst, completeTasks } from '../completion/pendingCompletions.ts'
import { SkipSheet } from '../completion/TaskActions.tsx'
import { isOpen } from '../taskState.ts'
import { GiveSheet } from './GiveSheet.tsx'

/**
 * Actions for the picked tasks: skipping open ones, giving them to somebody else or moving them to another day, and
 * completing those that have no form and ask nothing first.
 */
export function TaskBulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const [isSkipping, setSkipping] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const can = useAbility()
  const mayGive = can('update', 'Task')
  const picked = useSelectedRows<SentTask>(api.tasks.company.key, selection).filter(isOpen)
  const open = picked.filter(row => can('skip', 'SentTask', row))
  const simple = picked.filter(row => row.form_id === null && !asksFirst(row) && can('complete', 'SentTask', row))
  // What somebody has begun to fill in stays where it is.
  const movable = open.filter(row => row.submission_id === null)
  return (
    <>
      <BulkBar selection={selection}>
        {simple.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              completeTasks(simple, { how: 'complete' })
              selection.clear()
            }}
          >
            {t('tasks.completeSome', { count: simple.length })}
          </Button>
        )}
        {open.length > 0 && (
          <Button variant="default" onClick={() => setSkipping(true)}>
            {t('tasks.skipSome', { count: open.length })}
          </Button>
        )}
        {mayGive && open.length > 0 && (
          <Button variant="default" onClick={() => setGiving(true)}>
            {t('tasks.board.give')}
          </Button>
        )}
        {mayGive && movable.length > 0 && (
          <Button variant="default" onClick={() => setMoving(true)}>
            {t('tasks.board.move')}
          </Button>
        )}
      </BulkBar>
      {isMoving && <MoveSheet sent={movable} onClosed={() => setMoving(false)} onMoved={selection.clear} />}
      {isGiving && (
        <GiveSheet sentTaskIds={open.map(({ id }) => id)} onClosed={() => setGiving(false)} onGiven={selection.clear} />
      )}
      {isSkipping && <SkipSheet tasks={open} onClosed={() => setSkipping(false)} onSkipped={selection.clear} />}
    </>
  )
}

type Props = { sent: SentTask[]; onClosed: () => void; onMoved?: () => void }

/** Moves tasks to another day, each at its own hour; of a series the picked occurrences alone. */
function MoveSheet({ sent, onClosed, onMoved }: Props) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const queries = useQueryClient()
  const [day, setDay] = useState('')
  // What several people have is one occurrence.
  const occurrences = [...new Map(sent.map(row => [`${row.task_id} ${row.starts_at}`, row])).values()]
  const moving = useMutation({
    mutationFn: async () => {
      for (const { task_id: id, starts_at: occurrence, recurrence } of occurrences) {
        const starts_at = `${day}T${localTime(Date.parse(occurrence), format.timeZone).slice(11)}`
        await api.tasks.update({ id, starts_at, ...(recurrence && { scope: 'this' as const, occurrence }) })
      }
    },
    onError: () => undefined,
    onSuccess: () => {
      tellDone(t('tasks.board.moved', { count: occurrences.length, date: format.day(day, { dateStyle: 'medium' }) }))
      onMoved?.()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.tasks.key }),
  })
  return (
    <SideSheet title={t('tasks.board.moveTo')} onClosed={onClosed}>
      {close => (
        <form
          onSubmit={event => {
            event.preventDefault()
            moving.mutate(undefined, { onSuccess: close })
          }}
        >
          {moving.error && (
            <Notice kind="stop">
              <ProblemText error={moving.error} />
            </Notice>
          )}
          <p>{t('tasks.board.moveHelp')}</p>
          <DateField label={t('tasks.board.day')} required value={day} onChange={setDay} />
          <Button type="submit" size="lg" mt="md" disabled={!day} loading={moving.isPending}>
            {t('tasks.board.moveTo')}
          </Button>
        </form>
      )}
    </SideSheet>
  )
}
