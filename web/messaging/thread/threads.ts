/**
 * What this page knows beside the server: the threads, one for each conversation that was opened, of which those that
 * were not looked at for longest are let go; and how far each file of a message on its way has come.
 */
import { api } from '../../api.ts'
import { Listeners } from '../../lib/listeners.ts'
import { RequestError } from '../../lib/requestError.ts'
import { whenIdle } from '../../ui/firstPaint.ts'
import { Thread } from './Thread.ts'

/** Threads that are kept in memory. */
const maxThreads = 8
/** Bound of the wait for an idle page before the next older messages, in ms. */
const maxRest = 50
const threads = new Map<number, Thread>()

const isHistoryGone = (error: unknown): boolean => error instanceof RequestError && error.code === 'history_gone'

export function threadOf(id: number): Thread {
  const found = threads.get(id)
  threads.delete(id)
  const thread =
    found ??
    new Thread(
      {
        changeId: async () => (await api.messaging.get({ id })).change_id,
        messages: query => api.messaging.messages({ id, ...query }),
        rest: () => new Promise(resolve => whenIdle(resolve, maxRest)),
      },
      isHistoryGone,
    )
  threads.set(id, thread)
  // What is looked at stays, however many others were opened.
  const oldest = [...threads].find(([one, { isWatched }]) => one !== id && !isWatched)?.[0]
  if (threads.size > maxThreads && oldest !== undefined) threads.delete(oldest)
  return thread
}

/** Files on their way, by their uuid, each with the way to break it off with its message. */
const underway = new Map<string, { part: number; stop: AbortController }>()
const listeners = new Listeners()
let shown: ReadonlyMap<string, number> = new Map()

function changed(): void {
  shown = new Map([...underway].map(([uuid, { part }]) => [uuid, part]))
  listeners.notify()
}

export const uploads = {
  /** From now on it is on its way; the signal says when the person gives it up. */
  begin(uuid: string): AbortSignal {
    const stop = new AbortController()
    underway.set(uuid, { part: 0, stop })
    changed()
    return stop.signal
  },
  /** How much of it is there, between 0 and 1. */
  reach(uuid: string, part: number): void {
    const one = underway.get(uuid)
    if (!one) return
    one.part = part
    changed()
  },
  end(uuid: string): void {
    underway.delete(uuid)
    changed()
  },
  /** Gives it up. */
  stop: (uuid: string): void => underway.get(uuid)?.stop.abort(),
  now: () => shown,
  watch: listeners.subscribe,
}

/** The conversation that the person looks at, if they do: of that one nothing need be told. */
let open: number | null = null

export const setOpen = (id: number | null): void => {
  open = id
}

export const isOpenNow = (id: number): boolean => open === id && document.visibilityState === 'visible'
