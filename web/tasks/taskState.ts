import type { SentTask } from '#shared/tasks/contract.ts'
import type { Status } from '../ui/Notice.tsx'

export const taskStates = ['overdue', 'soon', 'open', 'done', 'skipped', 'missed'] as const
export type TaskState = (typeof taskStates)[number]

const soon = 2 * 60 * 60_000

/** How a task stands. `soon` is the part of what is open that is due within two hours. */
export function stateOf(
  sent: Pick<SentTask, 'is_completed' | 'is_skipped' | 'is_missed' | 'due_at'>,
  now: number = Date.now(),
): TaskState {
  if (sent.is_completed) return 'done'
  if (sent.is_skipped) return 'skipped'
  if (sent.is_missed) return 'missed'
  const left = new Date(sent.due_at).getTime() - now
  return left < 0 ? 'overdue' : left < soon ? 'soon' : 'open'
}

/** The colour and icon of each state. */
export const statusOf: Record<TaskState, Status> = {
  overdue: 'stop',
  soon: 'attention',
  open: 'info',
  done: 'ok',
  skipped: 'info',
  missed: 'stop',
}

/** Whether there is still something to do about it. */
export const isOpen = (sent: Pick<SentTask, 'is_completed' | 'is_skipped' | 'is_missed'>): boolean =>
  !sent.is_completed && !sent.is_skipped && !sent.is_missed
