import { RouterProvider } from '@tanstack/react-router'
import { features } from './features.ts'
import { registerHandlers } from './lib/offline/outboxHandler.ts'
import { router } from './router.tsx'
import { resumeWayBack } from './today/wayBack.ts'

/** Fetches what sends the entries of the outbox, of every feature. */
async function outboxHandlers() {
  const handlers = await Promise.all(
    features.map(feature => ('outboxHandlers' in feature ? feature.outboxHandlers() : [])),
  )
  return handlers.flat()
}

registerHandlers(outboxHandlers)
void resumeWayBack(router)

/**
 * Finds the screen of the address, with all that it waits for: who draws the app then draws it once, and not a page of
 * nothing before.
 */
export const findScreen = (): Promise<void> => router.load()

/** Everything behind the entrance. */
export const App = () => <RouterProvider router={router} />
