import { expect, vi } from 'vitest'
import { tend } from './tend.ts'

/**
 * Waits for what follows an answer on its connection, such as the notices of a post: that is under way while a
 * connection is taken.
 */
export async function nothingFollows(): Promise<void> {
  const { isolated } = (await tend()).services.pools
  await vi.waitFor(() => expect(isolated.idleCount).toBe(isolated.totalCount), { timeout: 10_000, interval: 1 })
}
