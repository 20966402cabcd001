/** How far each file on its way has come, by its uuid, and the way to break one off with its message. */
const underway = new Map<string, { part: number; stop: AbortController }>()
const watchers = new Set<() => void>()
let shown: ReadonlyMap<string, number> = new Map()

function changed(): void {
  shown = new Map([...underway].map(([uuid, { part }]) => [uuid, part]))
  for (const watcher of watchers) watcher()
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
  watch(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
