/**
 * Completions and skips of tasks that the server does not know yet, as screens see them; each can be undone for a few
 * seconds. It is small, because lists of tasks have it; the outbox loads behind it.
 */
import type { SentTask } from '#shared/tasks/contract.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { Listeners } from '../../lib/listeners.ts'
import type { OutboxEntry } from '../../lib/offline/outboxHandler.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { keptPeople } from '../../lib/people.ts'
import { currentUser } from '../../lib/session/session.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import type { TaskCompletion } from './completionHandler.ts'

const undoTime = 8000

type Ending = Pick<TaskCompletion, 'how' | 'reason' | 'by' | 'by_name' | 'effect' | 'note' | 'photos'>

const listeners = new Listeners()
/** Completions of this page that are not known to be stored yet; undefined for undone ones. */
const here = new Map<string, TaskCompletion | undefined>()
/**
 * What the outbox has, though it may not have told of it yet: without it the row would go and come back between the
 * two.
 */
const stored = new Set<string>()
/** What this page sent ahead of its time, because it might be going away. */
const sent = new Set<string>()
let known: { all: unknown; here: number; ends: TaskCompletion[] } = { all: null, here: 0, ends: [] }
let changes = 0

function changed(): void {
  changes++
  listeners.notify()
}

/** What keeps ends in the outbox: loaded behind the first screen, which only shows them. */
export const loadKeeping = () => import('./queueCompletions.ts')

/** Calls back at every change. */
export function watchCompletions(listener: () => void): () => void {
  const leave = listeners.subscribe(listener)
  const unwatch = useQueue.subscribe(listener)
  return () => {
    leave()
    unwatch()
  }
}

/** What this person ended in this company and the server has not confirmed; the same array until it changes. */
export function pendingCompletions(): readonly TaskCompletion[] {
  const all = useQueue.getState().entries
  if (known.all !== all || known.here !== changes) known = { all, here: changes, ends: endsIn(all) }
  return known.ends
}

const isKept = (entry: OutboxEntry): entry is TaskCompletion =>
  entry.kind === 'taskEnd' && entry.state !== 'refused' && entry.state !== 'done'

/** Leaves to the outbox what it tells of, also while no screen looks: what it sends is not shown here again. */
function leaveToOutbox(): void {
  for (const { uuid } of useQueue.getState().entries.filter(isKept))
    if (stored.delete(uuid) && here.get(uuid)) here.delete(uuid)
}
useQueue.subscribe(leaveToOutbox)

function endsIn(all: readonly OutboxEntry[]): TaskCompletion[] {
  const user = currentUser()
  const kept = all.filter(isKept)
  const uuids = new Set(kept.map(({ uuid }) => uuid))
  const added = [...here.values()].filter(end => end !== undefined && !uuids.has(end.uuid)) as TaskCompletion[]
  return [...kept.filter(({ uuid }) => !(here.has(uuid) && here.get(uuid) === undefined)), ...added].filter(
    end => end.user_id === user?.id && end.company_id === user.company_id,
  )
}

/** Whether it can still be undone. */
export const canUndo = (end: TaskCompletion) =>
  end.state === 'waiting' && Date.now() < end.send_at && !sent.has(end.uuid)

/** Notes that ends go out now: they cannot be undone any more. */
export function withoutUndo(ends: TaskCompletion[]): TaskCompletion[] {
  for (const { uuid } of ends) sent.add(uuid)
  changed()
  return ends
}

/** The task as it will be once the server knows what was done here. */
export function withCompletion(sent: SentTask, ends: readonly TaskCompletion[]): SentTask {
  const end = ends.find(({ sent_id }) => sent_id === sent.id)
  if (!end) return sent
  const at = new Date(end.ended_at).toISOString()
  return end.how === 'complete'
    ? { ...sent, is_completed: true, completed_at: at, completed_by: end.by ?? end.user_id, note: end.note ?? null }
    : { ...sent, is_skipped: true, skipped_at: at, skipped_reason: end.reason ?? null }
}

/** Completes or skips tasks once the time for taking it back is over. */
export function completeTasks(tasks: Pick<SentTask, 'id' | 'title' | 'titles' | 'company_id'>[], ending: Ending): void {
  const user_id = currentUser()?.id ?? 0
  const ended_at = Date.now()
  const at = new Date(ended_at).toISOString()
  const ends = tasks.map(
    ({ id: sent_id, title, titles, company_id }): TaskCompletion => ({
      ...{ uuid: newKey(), kind: 'taskEnd', payload_version: 1, user_id, company_id, state: 'waiting' },
      ...{ created_at: at, updated_at: at, server_id: null, change: 0, attempts: 0, next_attempt_at: 0 },
      ...{ is_blocked: false, last_error: null, sent_id, title: taskTitle({ title, titles }), ...ending },
      ...{ ended_at, send_at: ended_at + undoTime },
    }),
  )
  const ids = new Set(tasks.map(({ id }) => id))
  const replaced = pendingCompletions().filter(({ sent_id }) => ids.has(sent_id))
  for (const end of ends) here.set(end.uuid, end)
  for (const { uuid } of replaced) here.set(uuid, undefined)
  changed()
  // Without signal nothing else says that the time for taking it back is over.
  setTimeout(changed, undoTime + 50)
  void loadKeeping().then(({ queueCompletions }) => queueCompletions(ends, replaced, { notKeptYet, noteKept, putBack }))
}

/** Takes back what was not sent yet. */
export function undoCompletions(ids: readonly number[]): void {
  const undone = pendingCompletions().filter(end => ids.includes(end.sent_id) && canUndo(end))
  for (const { uuid } of undone) here.set(uuid, undefined)
  changed()
  const [first] = undone
  if (!first) return
  loadKeeping()
    .then(({ withdrawCompletions }) => withdrawCompletions(undone))
    // The outbox of this page drops it instead of sending it.
    .catch(error => console.warn('What was taken back is still in the outbox', error))
}

/** Whether this page took it back, or put another end in its place. */
export const isTakenBack = ({ uuid }: Pick<TaskCompletion, 'uuid'>): boolean =>
  here.has(uuid) && here.get(uuid) === undefined

/** They are in the outbox now, which tells of them from here on. */
export function noteKept(ends: readonly TaskCompletion[]): void {
  for (const { uuid } of ends) stored.add(uuid)
  leaveToOutbox()
  changed()
}

/** Others did not take their place after all, so they are sent. */
function putBack(ends: readonly TaskCompletion[]): void {
  for (const { uuid } of ends) here.delete(uuid)
  changed()
}

/** What was ended in this page and is not in the outbox yet. */
const notKeptYet = (): TaskCompletion[] =>
  [...here.values()].filter(end => end !== undefined).filter(({ uuid }) => !stored.has(uuid))

/** Whether something is asked before a task is done: proof, whether what was done helped, or who did it. */
export const asksFirst = (sent: SentTask): boolean => Boolean(sent.proof || sent.verifies) || asksWho(sent)

/** On a shared device, the person who ends a shared task says who did it. Copies of earlier versions name nobody. */
export const asksWho = (sent: SentTask): boolean => Boolean(sent.others?.length) && keptPeople().length > 1
