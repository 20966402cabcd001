import type { FormPicture } from '#shared/forms/contract.ts'
import { findCopy, keepCopy } from '../../lib/offline/copies.ts'

export type KeptPicture = { bytes: ArrayBuffer; type: string }

const keyOf = (uuid: string) => `form-picture ${uuid}`

/** A picture of a form that is on this device. */
export const findPicture = async (userId: number, uuid: string): Promise<KeptPicture | undefined> =>
  (await findCopy(userId, keyOf(uuid)))?.data as KeptPicture | undefined

/** Brings the pictures of a form onto this device; those that are here already are not fetched again. */
export async function keepPictures(userId: number, pictures: FormPicture[]): Promise<void> {
  for (const { uuid, path } of pictures) {
    if (await findPicture(userId, uuid)) continue
    const response = await fetch(`/storage/${path}`)
    if (!response.ok) continue
    const picture = await response.blob()
    await keepCopy(userId, keyOf(uuid), {
      bytes: await picture.arrayBuffer(),
      type: picture.type,
    } satisfies KeptPicture)
  }
}
