import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; isLoading: boolean; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What a query brings: its room while it is on its way, and why and another try where it could not be read. */
export function QueryBoundary<Data>({ query, children }: Props<Data>) {
  const { data, error, isFetching, isLoading, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={refetch} isTrying={isFetching} />
  return isLoading && <Skeleton height={160} aria-busy="true" />
}
