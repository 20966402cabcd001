/**
 * Tasks that a person completed or skipped here and that the server does not know yet. Each can be taken back for a few seconds; then
 * it is sent, at once when the page is left. They live in local storage, so that neither a reload nor a barn without signal loses
 * one: what could not be sent is sent again until the server has answered. Sending twice does no harm, the calls repeat harmlessly.
 */
import i18next from 'i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../lib/api.ts'
import { errorText } from '../lib/errorText.ts'
import { queryClient } from '../lib/queryClient.ts'
import { RequestError } from '../lib/requestError.ts'
import { currentUser } from '../lib/session.ts'
import { tellFailed } from '../ui/toast.tsx'
import { forgetCachedTask } from './taskCache.ts'

const key = 'tend_task_ends'
const undoTime = 8000
const retryTime = 30_000

export type TaskEnd = {
  /** The sent task. */
  id: number
  title: string
  /** Who ended it: nobody else's session may send it. */
  user_id: number
  company_id: number
  kind: 'complete' | 'skip'
  reason?: string
  ended_at: number
  /** Until then it can be taken back. */
  send_at: number
}
export type Ending = Pick<TaskEnd, 'kind' | 'reason'>

const listeners = new Set<() => void>()
const sending = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
/** What was read last; undefined makes the next reading a new one, and a new array for those who watch. */
let text: string | null | undefined
let all: TaskEnd[] = []
let own: TaskEnd[] = []

function changed(): void {
  text = undefined
  for (const listener of listeners) listener()
}

function readAll(): TaskEnd[] {
  const stored = localStorage.getItem(key)
  if (stored === text) return all
  text = stored
  try {
    all = JSON.parse(stored ?? '[]')
  } catch {
    all = []
  }
  const user = currentUser()
  own = all.filter(end => end.user_id === user?.id && end.company_id === user.company_id)
  return all
}

function write(ends: TaskEnd[]): void {
  localStorage.setItem(key, JSON.stringify(ends))
  changed()
}

/** What this person ended in this company and the server has not confirmed; the same array until it changes. */
export function taskEnds(): readonly TaskEnd[] {
  readAll()
  return own
}

/** Whether it can still be taken back. */
export const canUndo = (end: TaskEnd) => !sending.has(end.id) && Date.now() < end.send_at

/** The task as it will be once the server knows what was done here. */
export function withEnd(sent: SentTask, ends: readonly TaskEnd[]): SentTask {
  const end = ends.find(({ id }) => id === sent.id)
  if (!end) return sent
  const at = new Date(end.ended_at).toISOString()
  return end.kind === 'complete'
    ? { ...sent, is_completed: true, completed_at: at, completed_by: end.user_id }
    : { ...sent, is_skipped: true, skipped_at: at, skipped_reason: end.reason ?? null }
}

/** Calls back at every change, also one made in another tab. */
export function watchEnds(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Completes or skips tasks once the time for taking it back is over. */
export function endTasks(tasks: Pick<SentTask, 'id' | 'title' | 'company_id'>[], ending: Ending): void {
  const user_id = currentUser()?.id ?? 0
  const ended_at = Date.now()
  const ids = new Set(tasks.map(({ id }) => id))
  const added = tasks.map(({ id, title, company_id }) => ({
    ...{ id, title, company_id, user_id, ...ending },
    ...{ ended_at, send_at: ended_at + undoTime },
  }))
  write([...readAll().filter(end => !ids.has(end.id)), ...added])
  schedule()
}

/** Takes back what was not sent yet. */
export function undoEnds(ids: readonly number[]): void {
  write(readAll().filter(end => !(ids.includes(end.id) && canUndo(end))))
}

/**
 * Sends what waits, now and for as long as somebody is signed in: when its time has come, when the network is back, and when the
 * page is hidden or left, which phones do not always announce by more than that. Returns the function that stops it.
 */
export function sendEnds(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  addEventListener('online', () => sendDue(), { signal })
  addEventListener('pagehide', () => sendDue(Number.POSITIVE_INFINITY), { signal })
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && sendDue(Number.POSITIVE_INFINITY),
    { signal },
  )
  sendDue()
  return () => {
    stopping.abort()
    clearTimeout(timer)
  }
}

function sendDue(until = Date.now()): void {
  for (const end of taskEnds()) if (end.send_at <= until && !sending.has(end.id)) void send(end)
  schedule()
}

function schedule(): void {
  clearTimeout(timer)
  const waiting = taskEnds().filter(end => !sending.has(end.id))
  if (waiting.length === 0) return
  const next = Math.min(...waiting.map(end => end.send_at)) - Date.now()
  timer = setTimeout(() => sendDue(), next > 0 ? next : retryTime)
}

async function send(end: TaskEnd): Promise<void> {
  const { id, kind, reason } = end
  sending.add(id)
  changed()
  try {
    if (kind === 'complete') await api.tasks.completeSent({ id }, { keepalive: true })
    else await api.tasks.skipSent({ id, ...(reason && { skipped_reason: reason }) }, { keepalive: true })
    settle(end)
  } catch (error) {
    if (isFinal(error)) {
      console.error(`Failed to ${kind} task`, error)
      refuse(end, error)
    } else {
      console.warn(`Failed to ${kind} task, it will be sent again`, error)
      keep(end)
    }
  } finally {
    sending.delete(id)
    changed()
    schedule()
  }
}

const isFinal = (error: unknown) =>
  error instanceof RequestError && [400, 403, 404, 409, 410, 422].includes(error.status)

/** There is no taking back any more: the server may have it. */
const keep = (end: TaskEnd) => write(readAll().map(other => (other.id === end.id ? { ...other, send_at: 0 } : other)))

function settle(end: TaskEnd): void {
  forgetCachedTask(end.id)
  write(readAll().filter(other => other.id !== end.id))
  queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

function refuse(end: TaskEnd, error: unknown): void {
  settle(end)
  const wished = end.kind === 'complete' ? 'task_already_done' : 'task_already_skipped'
  const isSame = error instanceof RequestError && error.code === wished
  if (!isSame) tellFailed(`${end.title}: ${errorText(error, i18next.t)}`)
}
