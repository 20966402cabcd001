import { RouterProvider } from '@tanstack/react-router'
import { features } from './features.ts'
import { registerHandlers } from './lib/offline/outboxHandler.ts'
import { router } from './router.tsx'
import { keptWay } from './today/wayBack.ts'

/** Fetches what sends the entries of the outbox, of every feature. */
async function outboxHandlers() {
  const handlers = await Promise.all(
    features.map(feature => ('outboxHandlers' in feature ? feature.outboxHandlers() : [])),
  )
  return handlers.flat()
}

registerHandlers(outboxHandlers)
// Who reloads a page in another company, to which a card of Today led, still finds back.
if (keptWay.read()) void import('./today/goThere.ts').then(part => part.resumeWayBack(router))

/**
 * Finds the screen of the address, with all that it waits for: who draws the app then draws it once, and not a page of
 * nothing before.
 */
export const findScreen = (): Promise<void> => router.load()

/** Everything behind the entrance. */
export const App = () => <RouterProvider router={router} />
