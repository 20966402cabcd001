/** Which files are on their way at this moment. */
const underway = new Set<string>()
const watchers = new Set<() => void>()
let shown: ReadonlySet<string> = new Set()

function changed(): void {
  shown = new Set(underway)
  for (const watcher of watchers) watcher()
}

export const uploadProgress = {
  begin(uuid: string): void {
    underway.add(uuid)
    changed()
  },
  end(uuid: string): void {
    underway.delete(uuid)
    changed()
  },
  now: () => shown,
  watch(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
