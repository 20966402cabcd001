import type { Picture } from '#shared/forms/elementFields.ts'
import { useDraft, useRead } from '../draft/DraftContext.tsx'
import styles from './FormPicture.module.css'
import { usePictureAddress } from './usePictureAddress.ts'

/** A picture of the form itself. One without a file shows nothing. */
export function FormPicture({ picture, isSmall }: { picture: Picture; isSmall?: boolean }) {
  const read = useRead()
  const { form_id } = useDraft().entry
  const address = usePictureAddress(form_id, picture.uuid)
  if (!address) return null
  return (
    <img
      src={address}
      alt={read(picture.description)}
      className={styles.picture}
      data-small={isSmall || undefined}
      decoding="async"
      loading="lazy"
    />
  )
}
