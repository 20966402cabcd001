/**
 * A second copy of the session where writes are certain: browsers write local storage a minute late or more, and a
 * killed one may have lost a sign-in or an end. Both copies bear the moment of the last change, and this one counts
 * where local storage is older; all code reads local storage.
 */
import { inStore } from '../keyValueStore.ts'
import { onDevice } from '../storage.ts'

const name = 'tend-session'
const store = 'session'
const names = ['tend_token', 'user', 'userAbilityRules'] as const
/** The moment of the last change that this browser's local storage knows. */
const stamp = 'tend_session_at'

/** Without a token: nobody is signed in. Copies of earlier versions do not say when they were made. */
type Kept = { at?: number } & { [Name in (typeof names)[number]]?: string }

/** Keeps what local storage has of the session. Resolves when it is on the disk; a device that cannot goes without. */
export async function keepSessionCopy(): Promise<void> {
  const kept: Kept = Object.fromEntries(names.map(key => [key, onDevice.read(key)]).filter(([, text]) => text))
  if (!kept.tend_token) return
  await put(kept)
  // Signed out while it was written.
  if (!onDevice.read('tend_token')) await forgetSessionCopy()
}

/** Keeps that the session is over, so that none comes back which local storage still has after a kill. */
export const forgetSessionCopy = (): Promise<void> => put({})

async function put(kept: Kept): Promise<void> {
  const at = Math.max(Date.now(), Number(onDevice.read(stamp) ?? 0) + 1)
  try {
    onDevice.write(stamp, String(at))
    await inCopies('readwrite', copies => {
      const before = copies.get('own')
      // One that was asked for earlier and comes late must not undo the later one.
      before.onsuccess = () => (before.result?.at ?? 0) <= at && copies.put({ ...kept, at }, 'own')
      return before
    })
  } catch (error) {
    console.warn('The session has no second copy here', error)
  }
}

/** Makes local storage say what the copy does, where it is behind. */
export async function restoreSession(): Promise<void> {
  const kept = await inCopies<Kept | undefined>('readonly', copies => copies.get('own')).catch(() => undefined)
  if (!kept) return
  const { at, ...session } = kept
  const isBehind = at === undefined ? !onDevice.read('tend_token') : at > Number(onDevice.read(stamp) ?? 0)
  if (!isBehind) return
  for (const key of names) {
    const text = session[key]
    if (text === undefined) onDevice.remove(key)
    else onDevice.write(key, text)
  }
  if (at !== undefined) onDevice.write(stamp, String(at))
}

/** A database that does not answer must keep nobody from signing in. */
const longestMs = 1_000

const inCopies = <T>(mode: IDBTransactionMode, work: (copies: IDBObjectStore) => IDBRequest): Promise<T> =>
  Promise.race([
    inStore<T>(name, store, mode, work),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The device does not answer')), longestMs)),
  ])
