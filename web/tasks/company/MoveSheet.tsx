import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { useCompanyFormat } from '../../companies/queries.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { tellDone } from '../../ui/toast.tsx'

type Props = { sent: SentTask[]; onClosed: () => void; onMoved?: () => void }

/** Moves tasks to another day, each at its own hour; of a series the picked occurrences alone. */
export function MoveSheet({ sent, onClosed, onMoved }: Props) {
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
