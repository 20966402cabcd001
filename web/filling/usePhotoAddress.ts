import { useEffect, useState } from 'react'
import { inDatabase } from '../lib/offline/database.ts'
import { useLive } from '../lib/offline/live.ts'
import { useDraft } from './DraftContext.tsx'

/** Where a photo of the form can be shown from: this device, or the server for one taken elsewhere. Undefined until that is known. */
export function usePhotoAddress(uuid: string): string | undefined {
  const {
    entry: { user_id },
    writer,
  } = useDraft()
  const photo = useLive(
    async () => writer.photo(uuid) ?? inDatabase(user_id, ({ photos }) => photos.get(uuid)),
    [user_id, uuid],
  )
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
