import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Page } from '#shared/lib/paging.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../api.ts'
import { useQueue } from '../lib/offline/queueState.ts'
import { RequestError } from '../lib/requestError.ts'
import { currentUser } from '../lib/session/session.ts'
import { isRecord, onDevice } from '../lib/storage.ts'
import type { TaskEnd } from './ends/endKind.ts'
import { canUndo, taskEnds, watchEnds } from './ends/taskEnds.ts'
import { isOpen } from './taskState.ts'

/** `isCopy`: there is no connection, and this is what the device saw last, at the moment `asOf`. */
type OwnTasks = { tasks: SentTask[]; total: number; asOf: number; isCopy: boolean }

/** What Today shows of everybody's work. */
export const todayKey = [...api.tasks.key, 'today']

/** The person's open tasks, the most urgent first. Listing them marks them as seen. */
const ownTasks = queryOptions({
  queryKey: [...api.tasks.sent.key, 'own'],
  queryFn: async ({ signal, client }): Promise<OwnTasks> => {
    try {
      const page = await api.tasks.sent({ state: 'open', sort: 'due_at', per_page: 100 }, { signal })
      cacheTasks(page)
      client.invalidateQueries({ queryKey: api.tasks.newCount.key })
      return { tasks: page.data, total: page.meta.total, asOf: Date.now(), isCopy: false }
    } catch (error) {
      const cached = error instanceof RequestError && error.code === 'network_error' && cachedTasks()
      if (!cached) throw error
      console.warn('Network error: incomplete tasks served from local cache')
      return { ...cached, asOf: cached.timestamp, isCopy: true }
    }
  },
  initialData: () => {
    const cached = cachedTasks()
    return cached && isFresh(cached) ? { ...cached, asOf: cached.timestamp, isCopy: false } : undefined
  },
  // The fresh copy lets the screen stand at once; what is new is asked for all the same.
  initialDataUpdatedAt: 0,
  // Without a network the call has to fail for the copy to be shown, instead of waiting for better times.
  networkMode: 'always',
  refetchOnReconnect: true,
})

export const useOwnTasks = () =>
  useQuery({ ...ownTasks, refetchInterval: query => (query.state.data?.isCopy ? 30_000 : false) })

/** What the person ended and the server does not know yet. */
export const useTaskEnds = (): readonly TaskEnd[] => useSyncExternalStore(watchEnds, taskEnds)

/** What can no longer be taken back and still waits for a connection. */
export const useUnsentEnds = (): TaskEnd[] => useTaskEnds().filter(end => !canUndo(end))

/** Own tasks of which the form was completed on this device, as far as their list does not know it yet. */
export function useFilledInTasks(): SentTask[] {
  const { byAbout } = useQueue()
  const { data } = useOwnTasks()
  const isFilledIn = ({ id }: SentTask) => ['waiting', 'sending', 'done'].includes(byAbout.get(`SentTask ${id}`) ?? '')
  return data?.tasks.filter(isFilledIn) ?? []
}

/**
 * The own open tasks as this device saw them last, in local storage under `tend_tasks` (specification, section 9): incomplete ones
 * only, fresh for an hour. Where there is no signal the last copy is shown however old, with its age.
 */

const key = 'tend_tasks'
const freshFor = 60 * 60_000

type CachedTasks = { tasks: SentTask[]; timestamp: number; page: number; per_page: number; total: number }

/** Keeps a page of own tasks. */
function cacheTasks({ data, meta }: Page<SentTask>): void {
  const { current_page: page, per_page, total } = meta
  store({ tasks: data.filter(isOpen), timestamp: Date.now(), page, per_page, total })
}

/** The last copy, or null when there is none of this person in this company. */
export function cachedTasks(): CachedTasks | null {
  const user = currentUser()
  const cached = read()
  if (!user || !cached) return null
  const isOwn = (sent: SentTask) => sent.user_id === user.id && sent.company_id === user.company_id
  return cached.tasks.every(isOwn) ? { ...cached, tasks: cached.tasks.filter(isOpen) } : null
}

const isFresh = ({ timestamp }: CachedTasks) => Date.now() - timestamp < freshFor

/** Takes a task that was completed or skipped out of the copy. */
export function forgetCachedTask(id: number): void {
  const cached = read()
  if (!cached?.tasks.some(sent => sent.id === id)) return
  store({ ...cached, tasks: cached.tasks.filter(sent => sent.id !== id), total: cached.total - 1 })
}

function read(): CachedTasks | null {
  const cached = onDevice.readJson(key)
  return isRecord(cached) && Array.isArray(cached.tasks) && typeof cached.timestamp === 'number'
    ? (cached as CachedTasks)
    : null
}

function store(cached: CachedTasks): void {
  // A full store must not keep the list from being shown; there is just no copy of it.
  if (!onDevice.write(key, JSON.stringify(cached))) onDevice.remove(key)
}
