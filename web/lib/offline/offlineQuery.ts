/**
 * Queries of the calls that are `copied` in their contracts: the network first, and after four seconds or without one
 * the last answer that this device saw, with its age (`useOldestResponse`). Submissions are never read this way: the
 * person's answers are in drafts, and the verdict must be the server's own.
 */
import { hashKey, type QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import { queryClient } from '../queryClient.ts'
import { RequestError } from '../requestError.ts'
import { currentUser } from '../session/session.ts'

const patienceMs = 4_000
/** While a copy is shown, the server is asked again this often. */
const againMs = 30_000

/** From when what is shown is, by the hash of its query; answers of the server are not in here. */
let keptAt: ReadonlyMap<string, number> = new Map()
const listeners = new Listeners()

function note(hash: string, at: number | undefined): void {
  if (keptAt.get(hash) === at) return
  const next = new Map(keptAt)
  if (at === undefined) next.delete(hash)
  else next.set(hash, at)
  keptAt = next
  listeners.notify()
}

/** Asks the server; `kept` is the last answer that this device has, for calls that only bring what is new. */
type Ask = (signal: AbortSignal, kept: () => Promise<unknown>) => Promise<unknown>

/** The part of a query's options by which its answers are kept, and shown from there without a network. */
export const offlineQuery = (age: 'dated' | 'undated', ask: Ask) => ({
  queryFn: (context: QueryFunctionContext<QueryKey>) => answerOrCopy(context, age, ask),
  refetchInterval: ({ queryHash }: { queryHash: string }) => (keptAt.has(queryHash) ? againMs : (false as const)),
  // A copy that was just read is as old as it was.
  refetchOnReconnect: ({ queryHash }: { queryHash: string }) => (keptAt.has(queryHash) ? ('always' as const) : true),
})

/** A device that cannot have the piece that keeps copies goes without them. */
const loadStore = () =>
  import('../responseCache.ts').catch(error => {
    console.warn('There are no copies on this device', error)
  })

async function answerOrCopy(
  { client, queryKey, signal }: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal },
  age: 'dated' | 'undated',
  ask: Ask,
): Promise<unknown> {
  const user = currentUser()
  if (!user) return ask(signal, async () => undefined)
  const hash = hashKey(queryKey)
  const key = `${user.company_id} ${hash}`
  const before = client.getQueryData(queryKey)
  const kept = async () => before ?? (await (await loadStore())?.findCachedResponse(user.id, key))?.data
  let isCopyShown = false
  // What is tried next knows better than what waited here.
  let isOver = false
  const copy = async () => {
    const found = await (await loadStore())?.findCachedResponse(user.id, key)
    if (!found || isOver) return undefined
    isCopyShown = true
    if (age === 'dated') note(hash, found.kept_at)
    return found.data
  }
  const fresh = ask(signal, kept).then(data => {
    isOver = true
    // Signed out in between, or another person: then nothing of this may stay here.
    if (currentUser()?.id === user.id && data !== before)
      void loadStore().then(store => store?.cacheResponse(user.id, key, data))
    note(hash, undefined)
    if (isCopyShown) client.setQueryData(queryKey, data)
    return data
  })
  const answered = fresh.catch(async error => {
    const isAnswer = error instanceof RequestError && error.status !== 0 && error.status < 500
    const found = isAnswer || signal.aborted ? undefined : await copy()
    isOver = true
    if (found === undefined) throw error
    return found
  })
  const impatient = new Promise(resolve => setTimeout(resolve, patienceMs)).then(async () => (await copy()) ?? answered)
  return Promise.race([answered, impatient])
}

function subscribe(listener: () => void) {
  const leave = listeners.subscribe(listener)
  const unsubscribe = queryClient.getQueryCache().subscribe(listener)
  return () => {
    leave()
    unsubscribe()
  }
}

/** From when the oldest copy on this screen is, in ms; undefined where all is the server's own word. */
export const useOldestResponse = (): number | undefined =>
  useSyncExternalStore(subscribe, () => {
    if (keptAt.size === 0) return undefined
    const shown = queryClient.getQueryCache().findAll({ type: 'active' })
    const ages = shown.flatMap(({ queryHash }) => keptAt.get(queryHash) ?? [])
    return ages.length > 0 ? Math.min(...ages) : undefined
  })
