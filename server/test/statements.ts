import { Client } from 'pg'
import { vi } from 'vitest'

/** How many statements are asked while something is done, jobs that come meanwhile among them. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}
