import type { QueryClient } from '@tanstack/react-query'

/** What a noun does in the browser when one of its events arrives: patch what is shown, or have it fetched again. */
export type Reactions = Record<string, (payload: never, queries: QueryClient) => void>
