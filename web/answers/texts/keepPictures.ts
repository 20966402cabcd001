import type { FormPicture } from '#shared/forms/contract.ts'
import { cacheResponse, findCachedResponse } from '../../lib/responseCache.ts'

export type KeptPicture = { bytes: ArrayBuffer; type: string }

const keyOf = (uuid: string) => `form-picture ${uuid}`

/** A picture of a form that is on this device. One without its bytes was kept by an earlier tend and is none. */
export async function findPicture(userId: number, uuid: string): Promise<KeptPicture | undefined> {
  const copy = await findCachedResponse(userId, keyOf(uuid))
  return copy?.bytes && { bytes: copy.bytes, type: (copy.data as { type: string }).type }
}

/** Brings the pictures of a form onto this device; those that are here already are not fetched again. */
export async function keepPictures(userId: number, pictures: FormPicture[]): Promise<void> {
  for (const { uuid, path } of pictures) {
    if (await findPicture(userId, uuid)) continue
    const response = await fetch(`/storage/${path}`)
    if (!response.ok) continue
    const picture = await response.blob()
    await cacheResponse(userId, keyOf(uuid), { type: picture.type }, await picture.arrayBuffer())
  }
}
