import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { BulkBar } from '../../ui/list/BulkBar.tsx'
import { usePicked } from '../../ui/list/usePicked.ts'
import type { Selection } from '../../ui/list/useSelection.ts'
import { asksFirst } from '../ends/asksFirst.ts'
import { SkipSheet } from '../ends/SkipSheet.tsx'
import { endTasks } from '../ends/taskEnds.ts'
import { isOpen } from '../taskState.ts'
import { MoveSheet } from './MoveSheet.tsx'

const GiveSheet = lazyPart(() => import('./GiveSheet.tsx').then(part => part.GiveSheet))

/** What can be done to the picked tasks: skipping what is open, giving it to somebody else or moving it to another day, completing what is open, has no form and asks nothing first. */
export function TaskBulkBar({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const [isSkipping, setSkipping] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const can = useAbility()
  const mayGive = can('update', 'Task')
  const picked = usePicked<SentTask>(api.tasks.company.key, selection).filter(isOpen)
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
              endTasks(simple, { how: 'complete' })
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
      {isGiving && <GiveSheet sent={open} onClosed={() => setGiving(false)} onGiven={selection.clear} />}
      {isSkipping && <SkipSheet tasks={open} onClosed={() => setSkipping(false)} onSkipped={selection.clear} />}
    </>
  )
}
