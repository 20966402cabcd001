/** Whoever posts before the other page listens tests how it catches up, not how it is told. */
import type { Page } from '@playwright/test'

/**
 * Resolves when the page, which loads next, was let into a channel: an open socket alone hears nothing yet. The page
 * that is left may open a socket until then, which hears nothing afterwards.
 */
export function isHearing(page: Page, channel: string): Promise<void> {
  return new Promise(resolve => {
    let hasLoaded = false
    page.on('framenavigated', frame => {
      hasLoaded ||= frame === page.mainFrame()
    })
    page.on('websocket', socket => {
      if (!hasLoaded || !/\/app\//.test(socket.url())) return
      socket.on('framereceived', ({ payload }) => {
        if (/subscription_succeeded/.test(`${payload}`) && `${payload}`.includes(channel)) resolve()
      })
    })
  })
}
