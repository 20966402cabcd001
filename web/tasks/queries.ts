import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../api.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { RequestError } from '../lib/requestError.ts'
import { cachedTasks, cacheTasks, isFresh } from './cachedQueries.ts'
import type { TaskCompletion } from './completion/completionHandler.ts'
import { canUndo, pendingCompletions, watchCompletions } from './completion/pendingCompletions.ts'

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
  // A fresh copy is shown at once, and the server is asked all the same.
  initialDataUpdatedAt: 0,
  // Without a network the call has to fail for the copy to be shown, instead of waiting for better times.
  networkMode: 'always',
  refetchOnReconnect: true,
})

export const useOwnTasks = () =>
  useQuery({ ...ownTasks, refetchInterval: query => (query.state.data?.isCopy ? 30_000 : false) })

/** What the person ended and the server does not know yet. */
export const useTaskEnds = (): readonly TaskCompletion[] => useSyncExternalStore(watchCompletions, pendingCompletions)

/** What can no longer be undone and still waits for a connection. */
export const useUnsentEnds = (): TaskCompletion[] => useTaskEnds().filter(end => !canUndo(end))

/** Own tasks of which the form was completed on this device, as far as their list does not know it yet. */
export function useFilledInTasks(): SentTask[] {
  const { byAbout } = useQueue()
  const { data } = useOwnTasks()
  const isFilledIn = ({ id }: SentTask) => ['waiting', 'sending', 'done'].includes(byAbout.get(`SentTask ${id}`) ?? '')
  return data?.tasks.filter(isFilledIn) ?? []
}
