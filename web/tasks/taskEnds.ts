/**
 * Tasks that a person completed or skipped here and that the server does not know yet. Each can be taken back for a few seconds; then
 * it is sent (`sendEnds.ts`). They are kept where neither a reload nor a barn without signal loses one (`keptEnds.ts`).
 */
import type { SentTask } from '#shared/tasks/contract.ts'
import { currentUser, type SessionUser } from '../lib/session.ts'
import { hideOpen, readEnds, type TaskEnd, tellChanged, writeEnds } from './keptEnds.ts'

const undoTime = 8000

export type Ending = Pick<TaskEnd, 'kind' | 'reason'>

const sending = new Set<number>()
let own: { user: SessionUser | null; all: readonly TaskEnd[]; ends: TaskEnd[] } = { user: null, all: [], ends: [] }

/** What this person ended in this company and the server has not confirmed; the same array until it changes. */
export function taskEnds(): readonly TaskEnd[] {
  const [user, all] = [currentUser(), readEnds()]
  if (own.user !== user || own.all !== all) own = { user, all, ends: all.filter(isOfSession) }
  return own.ends
}

/** Whether it belongs to who is signed in, in the company that they work in now. */
export function isOfSession(end: TaskEnd): boolean {
  const user = currentUser()
  return end.user_id === user?.id && end.company_id === user.company_id
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

/** Completes or skips tasks once the time for taking it back is over. */
export function endTasks(tasks: Pick<SentTask, 'id' | 'title' | 'company_id'>[], ending: Ending): void {
  const user_id = currentUser()?.id ?? 0
  const ended_at = Date.now()
  const ids = new Set(tasks.map(({ id }) => id))
  const added = tasks.map(({ id, title, company_id }) => ({
    ...{ id, title, company_id, user_id, ...ending },
    ...{ ended_at, send_at: ended_at + undoTime },
  }))
  writeEnds([...readEnds().filter(end => !ids.has(end.id)), ...added])
  hideOpen(user_id).catch(error => console.warn('What was ended here is not hidden yet', error))
}

/** Takes back what was not sent yet. */
export function undoEnds(ids: readonly number[]): void {
  writeEnds(readEnds().filter(end => !(ids.includes(end.id) && canUndo(end))))
}

/** Those that are not being sent at this moment. */
export const waitingEnds = (): TaskEnd[] => taskEnds().filter(({ id }) => !sending.has(id))

/** Notes that an end is on its way, until the returned function is called. */
export function markSending({ id }: TaskEnd): () => void {
  sending.add(id)
  tellChanged()
  return () => {
    sending.delete(id)
    tellChanged()
  }
}

/** The server may have it: there is no taking back any more. */
export const keepEnd = ({ id }: TaskEnd) =>
  writeEnds(readEnds().map(other => (other.id === id ? { ...other, send_at: 0 } : other)))

/** The server has answered. */
export const removeEnd = ({ id }: TaskEnd) => writeEnds(readEnds().filter(other => other.id !== id))
