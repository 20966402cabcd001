import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { queryClient } from '../../lib/queryClient.ts'

/** The task that a form is filled in for: as a list of tasks showed it, or from the server; undefined where neither is at hand. */
export async function findSentTask(id: number): Promise<SentTask | undefined> {
  return seenTask(id) ?? (await api.tasks.getSent({ id }).catch(() => undefined))
}

function seenTask(id: number): SentTask | undefined {
  for (const [, data] of queryClient.getQueriesData<Seen>({ queryKey: api.tasks.key })) {
    const found = [...(data?.tasks ?? []), ...(data?.data ?? [])].find(task => task.id === id)
    if (found) return found
  }
}

/** Own tasks, and a page of any list of them. */
type Seen = { tasks?: SentTask[]; data?: SentTask[] }
