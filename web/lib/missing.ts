/** What is on the screen, could not be read and is not here from before either. */
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from './queryClient.ts'
import { RequestError } from './requestError.ts'

/**
 * By a failure of the server, or because it is too busy. Without a network the screens say so themselves, and what somebody may not see is
 * not missing.
 */
export const isMissing = ({ state: { data, error } }: Query): boolean =>
  data === undefined && error instanceof RequestError && (error.status >= 500 || error.status === 429)

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** Why the first of it could not be read; null where all is there. */
export const useMissing = (): Error | null =>
  useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryCache().findAll({ type: 'active', predicate: isMissing })[0]?.state.error ?? null,
  )
