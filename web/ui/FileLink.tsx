import { IconFile } from '@tabler/icons-react'
import styles from './FileLink.module.css'

type Props = {
  /** Where the file can be fetched from: /storage/… or a blob address. */
  href: string
  name: string
  /** In words: "320 kB"; absent where it is not known. */
  size?: string | undefined
}

/** A file by name and size, to be saved. */
export function FileLink({ href, name, size }: Props) {
  return (
    <a href={href} download={name} className={styles.file}>
      <IconFile size={22} className={styles.icon} />
      <bdi className={styles.name}>{name}</bdi>
      {size && <span className={styles.size}>{size}</span>}
    </a>
  )
}
