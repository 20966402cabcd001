/** The threads of this page, one for each conversation that was opened. The ones that were not looked at for longest are let go. */
import { RequestError } from '../../lib/requestError.ts'
import { messagingApi } from '../api.ts'
import { Thread } from './Thread.ts'

const most = 8
const threads = new Map<number, Thread>()

export const isHistoryGone = (error: unknown): boolean => error instanceof RequestError && error.code === 'history_gone'

export function threadOf(id: number): Thread {
  const found = threads.get(id)
  threads.delete(id)
  const thread =
    found ??
    new Thread(
      {
        changeId: async () => (await messagingApi.get({ id })).change_id,
        messages: query => messagingApi.messages({ id, ...query }),
      },
      isHistoryGone,
    )
  threads.set(id, thread)
  const [oldest] = threads.keys()
  if (threads.size > most && oldest !== undefined) threads.delete(oldest)
  return thread
}

/** Whoever signs out leaves nothing behind in the page. */
export const forgetThreads = (): void => threads.clear()
