import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { EventShapes } from '#shared/lib/contract.ts'

/** What a feature does in the browser when one of its events arrives: patch what is shown, or have it fetched again. */
export type RealtimeHandlers = Record<string, (payload: unknown, queries: QueryClient) => void>

type To<Shapes extends EventShapes> = {
  [Event in keyof Shapes]: (payload: z.output<Shapes[Event]>, queries: QueryClient) => void
}

/**
 * The handlers of a feature for its events, each with its payload as the contract has it. The shapes are fetched with
 * the first event: nobody waits for schemas at the start. What does not have the shape comes from another version of
 * tend, and without the shapes nothing can be understood: then everything that is shown is read again, which brings
 * what was told.
 */
export function createRealtimeHandlers<Shapes extends EventShapes>(
  load: () => Promise<Shapes>,
  to: To<Shapes>,
): RealtimeHandlers {
  const realtimeHandlers = Object.keys(to).map((event: keyof Shapes & string): [string, RealtimeHandlers[string]] => [
    event,
    async (payload, queries) => {
      const shapes = await load().catch(() => undefined)
      const parsed = shapes?.[event]?.safeParse(payload)
      if (parsed?.success) return to[event](parsed.data as z.output<Shapes[typeof event]>, queries)
      console.warn(`An event that is not understood: ${event}`)
      await queries.invalidateQueries()
    },
  ])
  return Object.fromEntries(realtimeHandlers)
}

/** The handlers of all features by event: where several hear the same, each does its part. */
export function allRealtimeHandlers(of: readonly RealtimeHandlers[]): Map<string, RealtimeHandlers[string][]> {
  const all = new Map<string, RealtimeHandlers[string][]>()
  for (const realtimeHandlers of of)
    for (const [event, reaction] of Object.entries(realtimeHandlers))
      all.set(event, [...(all.get(event) ?? []), reaction])
  return all
}
