import type { Animal } from '#shared/animals/contract.ts'
import styles from './NameWithPhoto.module.css'

/** The name of an animal in a list, behind the first of its photos. */
export const NameWithPhoto = ({ name, photos: [photo] }: Animal) => (
  <>
    {photo && (
      <img src={`/storage/${photo.preview_path ?? photo.path}`} alt="" className={styles.picture} loading="lazy" />
    )}
    <bdi>{name}</bdi>
  </>
)
