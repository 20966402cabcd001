import { request } from '../client.ts'
import { keepKey } from './deviceKey.ts'

/** Fetches the signed-in person's key and keeps it on this device. Throws a `RequestError` without a network. */
export async function bringKey(userId: number): Promise<void> {
  const { key } = await request<{ key: string }>('GET', '/me/device-key')
  await keepKey(userId, key)
}
