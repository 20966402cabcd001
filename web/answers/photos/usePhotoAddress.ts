import { useEffect, useState } from 'react'
import { useLive } from '../../lib/offline/useLive.ts'
import { useDraft } from '../draft/DraftContext.tsx'
import type { PhotoRow } from '../draft/rows.ts'

/** What this device has of a photo or a file of the form; undefined until that is known. */
export function useKeptFile(uuid: string): PhotoRow | undefined {
  const {
    entry: { user_id },
    writer,
  } = useDraft()
  return useLive(() => writer.findPhoto(uuid), [user_id, uuid])
}

/** Where a photo of the form can be shown from: this device, or the server for one taken elsewhere. Undefined until that is known. */
export const usePhotoAddress = (uuid: string): string | undefined => useAddressOf(useKeptFile(uuid))

/** The same for what was looked up before. */
export function useAddressOf(photo: PhotoRow | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  const { bytes, content_type, path } = photo ?? {}
  const length = bytes?.byteLength

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bytes of a photo never change; reading them again gives new ones
  useEffect(() => {
    if (!bytes) return setAddress(path ? `/storage/${path}` : undefined)
    const made = URL.createObjectURL(new Blob([bytes], { type: content_type ?? '' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [length, content_type, path && !bytes])
  return address
}
