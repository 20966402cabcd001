import { request } from '../../client.ts'
import { keepKey } from './deviceKey.ts'

/** Fetches the signed-in person's key, keeps it on this device and gives it. Throws a `RequestError` without a network. */
export async function fetchKey(userId: number): Promise<string> {
  const { key } = await request<{ key: string }>('GET', '/me/device-key')
  await keepKey(userId, key)
  return key
}
