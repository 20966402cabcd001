import type { Logo } from '#shared/companies/contract.ts'
import styles from './Companies.module.css'

type Props = {
  logo: Logo
  /** For those who do not see it; empty where the company's name stands beside it. */
  alt?: string
  height?: number
  onSettled?: () => void
}

const widest = 4

/** A company's logo on white, for which most are made, in the dark too. It has its size before it arrives. */
export function CompanyLogo({ logo, alt = '', height = 40, onSettled }: Props) {
  const scale = Math.min(height / logo.height, (height * widest) / logo.width)
  return (
    <span className={styles.plate}>
      <img
        src={`/storage/${logo.path}`}
        alt={alt}
        width={Math.round(logo.width * scale)}
        height={Math.round(logo.height * scale)}
        decoding="async"
        onLoad={onSettled}
        onError={onSettled}
      />
    </span>
  )
}
