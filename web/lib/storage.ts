/**
 * The only way to the browser's two storages, which may be full, switched off or absent, and may contain anything: none
 * of it breaks a page. A value that could not be written is known to this page while it is open.
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

/** What stays while the tab does. */
export const inTab = guarded(() => globalThis.sessionStorage)

/** A text under one key. */
export const storedText = (storage: GuardedStorage, key: string) => ({
  read: () => storage.read(key),
  write: (text: string) => storage.write(key, text),
  remove: () => storage.remove(key),
})

/** JSON under one key. `parse` is its schema: it returns null for everything that the key does not hold. */
export const storedJson = <Value>(storage: GuardedStorage, key: string, parse: (kept: unknown) => Value | null) => ({
  ...storedText(storage, key),
  read(): Value | null {
    try {
      return parse(JSON.parse(storage.read(key) ?? 'null'))
    } catch {
      return null
    }
  },
  /** Whether it is stored; otherwise only this page has it. */
  write: (value: Value) => storage.write(key, JSON.stringify(value)),
})

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
