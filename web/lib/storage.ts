/**
 * The browser's two storages, the only way to them. They may be full, switched off or not there at all, and what lies in them may be anything: none
 * of it takes a page down. What could not be written is known to this page for as long as it is open.
 */
const guarded = (storage: () => Storage | undefined) => {
  const unwritten = new Map<string, string>()

  function read(key: string): string | null {
    try {
      return unwritten.get(key) ?? storage()?.getItem(key) ?? null
    } catch {
      return null
    }
  }
  return {
    read,
    /** Whether it is kept; otherwise only this page knows it. */
    write(key: string, text: string): boolean {
      try {
        const there = storage()
        there?.setItem(key, text)
        unwritten.delete(key)
        return there !== undefined
      } catch (cause) {
        console.warn(`${key} is kept in this page alone`, cause)
        unwritten.set(key, text)
        return false
      }
    },
    remove(key: string): void {
      unwritten.delete(key)
      try {
        storage()?.removeItem(key)
      } catch (cause) {
        console.warn(`${key} stays in the storage`, cause)
      }
    },
    /** Parsed JSON; null where there is none, or it cannot be parsed. Its shape is the caller's to check. */
    readJson(key: string): unknown {
      try {
        return JSON.parse(read(key) ?? 'null')
      } catch {
        return null
      }
    },
    /** The names of all that is there and begins so. */
    namesFrom(prefix: string): string[] {
      try {
        return Object.keys(storage() ?? {}).filter(name => name.startsWith(prefix))
      } catch {
        return []
      }
    },
  }
}

export type GuardedStorage = ReturnType<typeof guarded>

/** What stays on the device. */
export const onDevice = guarded(() => globalThis.localStorage)

/** What stays for as long as the tab does. */
export const inTab = guarded(() => globalThis.sessionStorage)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
