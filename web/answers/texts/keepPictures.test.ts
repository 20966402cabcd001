import 'fake-indexeddb/auto'
import { afterAll, expect, test, vi } from 'vitest'
import { storeKey } from '../../lib/encryption/deviceKey.ts'
import { findPicture, keepPictures } from './keepPictures.ts'

const picture = new Uint8Array([137, 80, 78, 71])
const fetched = vi.fn(async () => new Response(new Blob([picture], { type: 'image/png' })))
vi.stubGlobal('fetch', fetched)
afterAll(() => void vi.unstubAllGlobals())

test.each([
  ['openly where there is no key', 7100, false],
  ['sealed under the key of the person', 7101, true],
])('a picture of a form is kept whole, %s, and fetched once', async (_, userId, hasKey) => {
  fetched.mockClear()
  if (hasKey) await storeKey(userId, Buffer.alloc(32, 7).toString('base64url'))
  const pictures = [{ uuid: 'a-picture', path: 'form/a-picture.png' }] as Parameters<typeof keepPictures>[1]
  await keepPictures(userId, pictures)
  await keepPictures(userId, pictures)
  const kept = await findPicture(userId, 'a-picture')
  expect(kept?.type).toBe('image/png')
  expect(new Uint8Array(kept?.bytes ?? new ArrayBuffer(0))).toEqual(picture)
  expect(fetched).toHaveBeenCalledTimes(1)
})
