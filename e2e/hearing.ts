/** Whoever posts before the other page listens tests how it catches up, not how it is told. */
import type { Page } from '@playwright/test'

/** Resolves when the page, which loads next, was let into a channel: an open socket alone hears nothing yet. */
export async function isHearing(page: Page, channel: string): Promise<void> {
  const socket = await page.waitForEvent('websocket', one => /\/app\//.test(one.url()))
  const isLetIn = ({ payload }: { payload: string | Buffer }) =>
    /subscription_succeeded/.test(`${payload}`) && `${payload}`.includes(channel)
  await socket.waitForEvent('framereceived', { predicate: isLetIn })
}
