import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import type { Selection } from '../ui/useSelection.ts'
import { endTasks } from './taskEnds.ts'

const SkipSheet = lazyPart(() => import('./SkipSheet.tsx').then(part => part.SkipSheet))

/** What can be done to the picked tasks: skipping what is open, completing what is open and has no form. */
export function TaskBulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isSkipping, setSkipping] = useState(false)
  const pages = queries.getQueriesData<Page<SentTask>>({ queryKey: ['tasks', 'company'] })
  const rows = new Map(pages.flatMap(([, page]) => page?.data ?? []).map(row => [row.id, row]))
  const open = [...selection.ids].flatMap(id => {
    const row = rows.get(id)
    return row && !row.is_completed && !row.is_skipped ? [row] : []
  })
  const simple = open.filter(row => row.form_id === null)
  return (
    <>
      <BulkBar selection={selection}>
        {simple.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              endTasks(simple, { kind: 'complete' })
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
      </BulkBar>
      {isSkipping && <SkipSheet tasks={open} onClosed={() => setSkipping(false)} onSkipped={selection.clear} />}
    </>
  )
}
