import { IconBan, IconCertificate } from '@tabler/icons-react'
import styles from './Calendar.module.css'
import type { Ending } from './useEndings.ts'

const icons = { withhold: IconBan, paper: IconCertificate }

/** The last day of a withhold or of a paper. */
export function EndingMark({ ending: { source, text } }: { ending: Ending }) {
  const Icon = icons[source]
  return (
    <span className={styles.mark} title={text}>
      <Icon size={14} />
      <bdi className={styles.title}>{text}</bdi>
    </span>
  )
}
