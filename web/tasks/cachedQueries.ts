/**
 * Keeps the person's open tasks as this device saw them last, in local storage under `tend_tasks` (specification,
 * section 9), fresh for an hour. Without a network the last copy is shown however old, with its age.
 */
import type { Page } from '#shared/lib/paging.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { currentUser } from '../lib/session/session.ts'
import { isRecord, onDevice, storedJson } from '../lib/storage.ts'
import { isOpen } from './taskState.ts'

const freshFor = 60 * 60_000

type CachedTasks = { tasks: SentTask[]; timestamp: number; page: number; per_page: number; total: number }

/** Keeps a page of own tasks. */
export function cacheTasks({ data, meta }: Page<SentTask>): void {
  const { current_page: page, per_page, total } = meta
  store({ tasks: data.filter(isOpen), timestamp: Date.now(), page, per_page, total })
}

/** The last copy, or null when there is none of this person in this company. */
export function cachedTasks(): CachedTasks | null {
  const user = currentUser()
  const cached = stored.read()
  if (!user || !cached) return null
  const isOwn = (sent: SentTask) => sent.user_id === user.id && sent.company_id === user.company_id
  return cached.tasks.every(isOwn) ? { ...cached, tasks: cached.tasks.filter(isOpen) } : null
}

/** Whether a copy may be shown as if it came from the server. */
export const isFresh = ({ timestamp }: CachedTasks) => Date.now() - timestamp < freshFor

/** Takes a task that was completed or skipped out of the copy. */
export function forgetCachedTask(id: number): void {
  const cached = stored.read()
  if (!cached?.tasks.some(sent => sent.id === id)) return
  store({ ...cached, tasks: cached.tasks.filter(sent => sent.id !== id), total: cached.total - 1 })
}

const stored = storedJson(onDevice, 'tend_tasks', cached =>
  isRecord(cached) && Array.isArray(cached.tasks) && typeof cached.timestamp === 'number'
    ? (cached as CachedTasks)
    : null,
)

function store(cached: CachedTasks): void {
  // A full store must not keep the list from being shown; there is just no copy of it.
  if (!stored.write(cached)) stored.remove()
}
