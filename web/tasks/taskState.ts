import { compareIn } from '#shared/lib/alphabet.ts'
import { toLocale } from '#shared/lib/language.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import type { Status } from '../ui/Notice.tsx'

const taskStates = ['overdue', 'soon', 'open', 'done', 'skipped', 'missed'] as const
export type TaskState = (typeof taskStates)[number]

const soon = 2 * 60 * 60_000

/** The state of a task. `soon` are open ones that are due within two hours. */
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

// The groups in which a person looks at what they have to do.

export const taskOrders = ['time', 'subject'] as const
export type TaskOrder = (typeof taskOrders)[number]

const times = ['overdue', 'today', 'coming'] as const

/** Called as its subject is, or by a word of the app. */
export type TaskGroup = { key: string; name: string | { word: (typeof times)[number] | 'none' }; tasks: SentTask[] }

/**
 * Overdue, today, later; each in the order of `tasks`, and none that is empty. `dayOf` gives the calendar day of a
 * moment.
 */
export function groupsByTime(tasks: SentTask[], now: number, dayOf: (moment: string | number) => string): TaskGroup[] {
  const today = dayOf(now)
  const timeOf = (sent: SentTask) =>
    stateOf(sent, now) === 'overdue' ? 'overdue' : dayOf(sent.starts_at) > today ? 'coming' : 'today'
  const found = Map.groupBy(tasks, timeOf)
  return times.flatMap(key => {
    const some = found.get(key)
    return some ? [{ key, name: { word: key }, tasks: some }] : []
  })
}

/**
 * One group for each location, or the first subject of another kind, sorted as names are; tasks about nothing come
 * last.
 */
export function groupsBySubject(tasks: SentTask[], locale: string): TaskGroup[] {
  const subjectOf = ({ subjects }: SentTask) => subjects.find(({ type }) => type === 'location') ?? subjects[0]
  const groups = new Map<string, TaskGroup>()
  for (const sent of tasks) {
    const subject = subjectOf(sent)
    const key = subject ? subjectKey(subject) : 'none'
    const group = groups.get(key) ?? { key, name: subject?.name ?? { word: 'none' as const }, tasks: [] }
    group.tasks.push(sent)
    groups.set(key, group)
  }
  const compare = compareIn(toLocale(locale))
  return [...groups.values()].sort((one, other) =>
    typeof one.name !== 'string' ? 1 : typeof other.name !== 'string' ? -1 : compare(one.name, other.name),
  )
}

/** Where the form of a task is filled in: the draft that was begun, or a new one. Null for a task without a form. */
export function fillingPath({ id, form_id, submission_id }: SentTask): string | null {
  if (form_id === null) return null
  return submission_id ? `/submission/filling/${submission_id}` : `/submission/filling/new?form=${form_id}&task=${id}`
}
