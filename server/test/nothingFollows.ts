import { expect, vi } from 'vitest'
import { tend } from './tend.ts'

/**
 * Waits for what follows an answer on its connection, such as the notices of a post: that is under way while a
 * connection is taken.
 */
export async function nothingFollows(): Promise<void> {
  const { walled } = (await tend()).services.pools
  await vi.waitFor(() => expect(walled.idleCount).toBe(walled.totalCount), { timeout: 10_000, interval: 1 })
}
