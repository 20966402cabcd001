import { encode } from 'uqr'
import styles from './QrCode.module.css'

type Props = {
  /** What a camera reads. */
  text: string
  /** Its purpose, for people who cannot see it. */
  label: string
}

/** A QR code, black on white in either theme: many cameras do not read the inverse. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
