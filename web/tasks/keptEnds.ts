/**
 * How ends of tasks lie in local storage: ids and moments in the clear, titles and reasons hidden like all that waits on a device
 * (docs/decisions/0011), because they stay there when the person signs out. Local storage writes at once, so no kill loses one.
 */
import { type Hidden, hasPad, hide, preparePad, uncover } from '../lib/offline/pad.ts'

const key = 'tend_task_ends'

type Words = { title: string; reason?: string }
export type TaskEnd = {
  /** The sent task. */
  id: number
  /** Who ended it: nobody else's session may send it. */
  user_id: number
  company_id: number
  kind: 'complete' | 'skip'
  ended_at: number
  /** Until then it can be taken back. */
  send_at: number
  /** Its words as they are kept; missing where this device has no key. */
  hidden?: Hidden
  /** Missing until it is uncovered. */
  title?: string
  reason?: string
}
type Listener = (otherTab?: StorageEvent) => void

const listeners = new Set<Listener>()
/** What this page wrote or uncovered, by `nameOf`. */
const words = new Map<string, Words>()
/** What was read last; undefined makes the next reading a new one, and a new array for those who watch. */
let text: string | null | undefined
let ends: readonly TaskEnd[] = []

const nameOf = ({ id, ended_at }: TaskEnd) => `${id} ${ended_at}`

/** Calls back at every change; with an event where another tab made it. */
export function watchEnds(listener: Listener): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Has all who watch look again. */
export function tellChanged(): void {
  text = undefined
  for (const listener of listeners) listener()
}

/** All that is kept here, of whoever used this device; the same array until it changes. */
export function readEnds(): readonly TaskEnd[] {
  const found = localStorage.getItem(key)
  if (found === text) return ends
  text = found
  try {
    const kept: TaskEnd[] = JSON.parse(found ?? '[]')
    ends = kept.map(end => ({ ...end, ...words.get(nameOf(end)) }))
  } catch {
    ends = []
  }
  return ends
}

/** Keeps these ends and no others. */
export function writeEnds(all: readonly TaskEnd[]): void {
  localStorage.setItem(key, JSON.stringify(all.map(withHidden).map(asKept)))
  tellChanged()
}

/** Notes the words of an end in this page, and hides them where there is something to hide them with. */
function withHidden(end: TaskEnd): TaskEnd {
  const { title, reason } = end
  if (title === undefined) return end
  words.set(nameOf(end), { title, ...(reason && { reason }) })
  if (end.hidden) return end
  try {
    const hidden = hide(end.user_id, JSON.stringify({ title, reason }))
    return hidden ? { ...end, hidden } : end
  } catch {
    // The pad is used up, and `hideOpen` makes another.
    return end
  }
}

function asKept(end: TaskEnd): TaskEnd {
  if (!end.hidden) return end
  const { title: _title, reason: _reason, ...rest } = end
  return rest
}

/** Makes ready what hides a person's ends, and hides those that were written down before it was there. Throws `SignedOut`. */
export async function hideOpen(userId: number): Promise<void> {
  await preparePad(userId)
  if (hasPad(userId) && readEnds().some(end => !end.hidden && end.user_id === userId)) writeEnds(ends)
}

/** The words of an end; undefined where this device cannot uncover them at the moment. */
export async function wordsOf(end: TaskEnd): Promise<Words | undefined> {
  if (!end.hidden || end.title !== undefined) return { title: '', ...end }
  const found = await uncover(end.user_id, end.hidden).catch(() => undefined)
  if (found === undefined) return undefined
  const uncovered: Words = JSON.parse(found)
  words.set(nameOf(end), uncovered)
  tellChanged()
  return uncovered
}

/** Forgets the words that this page knows: the session is over. */
export function forgetWords(): void {
  words.clear()
  tellChanged()
}
