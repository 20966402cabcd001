import { useEffect, useState } from 'react'
import { inDatabase } from '../lib/offline/database.ts'
import { useLive } from '../lib/offline/live.ts'

/** Where a photo can be shown from: this device, or the server for one that was taken elsewhere. Undefined until that is known. */
export function usePhotoAddress(userId: number, uuid: string): string | undefined {
  const photo = useLive(() => inDatabase(userId, ({ photos }) => photos.get(uuid)), [userId, uuid])
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
