/**
 * Sends what was completed and skipped here when its time has come, when the network is back, and at once when the page is left. What
 * could not be sent is sent again until the server has answered. Sending twice does no harm, the calls repeat harmlessly.
 */
import i18next from 'i18next'
import { api } from '../lib/api.ts'
import { errorText } from '../lib/errorText.ts'
import { queryClient } from '../lib/queryClient.ts'
import { RequestError } from '../lib/requestError.ts'
import { onLeaving } from '../lib/session.ts'
import { tellFailed } from '../ui/toast.tsx'
import { forgetWords, hideOpen, type TaskEnd, watchEnds, wordsOf } from './keptEnds.ts'
import { forgetCachedTask } from './taskCache.ts'
import { isOfSession, keepEnd, markSending, removeEnd, taskEnds, waitingEnds } from './taskEnds.ts'

const retryTime = 30_000
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends a person's ends for as long as they work in this company, also when the page is hidden or left, which phones do not always
 * announce by more than that. Returns the function that stops it.
 */
export function sendEnds(userId: number): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  addEventListener('online', () => sendDue(), { signal })
  addEventListener('pagehide', sendAll, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendAll(), { signal })
  const unleave = onLeaving(sendAll)
  const unwatch = watchEnds(otherTab => {
    // What another tab wrote is that tab's to send.
    if (!otherTab) schedule()
  })
  hideOpen(userId).catch(error => console.warn('What was ended here is not hidden yet', error))
  for (const end of taskEnds()) void wordsOf(end)
  sendDue()
  return () => {
    stopping.abort()
    unleave()
    unwatch()
    clearTimeout(timer)
    forgetWords()
  }
}

const sendAll = () => sendDue(Number.POSITIVE_INFINITY)

async function sendDue(until = Date.now()): Promise<void> {
  const due = waitingEnds().filter(end => end.send_at <= until)
  schedule()
  await Promise.all(due.map(send))
}

function schedule(): void {
  clearTimeout(timer)
  const waiting = waitingEnds()
  if (waiting.length === 0) return
  const next = Math.min(...waiting.map(end => end.send_at)) - Date.now()
  timer = setTimeout(() => sendDue(), next > 0 ? next : retryTime)
}

async function send(end: TaskEnd): Promise<void> {
  const unmark = markSending(end)
  try {
    // What this page knows goes out without any waiting: the page may be going away.
    const words = end.title === undefined ? await wordsOf(end) : end
    if (words) await deliver({ ...end, ...words })
    else keepEnd(end)
  } finally {
    unmark()
  }
}

async function deliver(end: TaskEnd): Promise<void> {
  const { id, kind, reason } = end
  try {
    if (kind === 'complete') await api.tasks.completeSent({ id }, { keepalive: true })
    else await api.tasks.skipSent({ id, ...(reason && { skipped_reason: reason }) }, { keepalive: true })
    settle(end)
  } catch (error) {
    if (isFinal(error) && isOfSession(end)) {
      console.error(`Failed to ${kind} task`, error)
      refuse(end, error)
    } else {
      console.warn(`Failed to ${kind} task, it will be sent again`, error)
      keepEnd(end)
    }
  }
}

const isFinal = (error: unknown) =>
  error instanceof RequestError && [400, 403, 404, 409, 410, 422].includes(error.status)

function settle(end: TaskEnd): void {
  forgetCachedTask(end.id)
  removeEnd(end)
  queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

function refuse(end: TaskEnd, error: unknown): void {
  settle(end)
  const wished = end.kind === 'complete' ? 'task_already_done' : 'task_already_skipped'
  const isSame = error instanceof RequestError && error.code === wished
  if (!isSame) tellFailed(`${end.title}: ${errorText(error, i18next.t)}`)
}
