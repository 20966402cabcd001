import { request } from '../../client.ts'
import { interruptible } from '../interruptible.ts'
import { keepKey } from './deviceKey.ts'

/** Where the connection is dead, whoever waits for their work must be told so, and the next try may find a living one. */
const longestMs = 10_000
const ask = interruptible(
  (path: string, options?: { signal?: AbortSignal }) => request<{ key: string }>('GET', path, options),
  longestMs,
)

/** Fetches the signed-in person's key, keeps it on this device and gives it. Throws a `RequestError` without a network. */
export async function fetchKey(userId: number): Promise<string> {
  const { key } = await ask('/me/device-key')
  await keepKey(userId, key)
  return key
}
