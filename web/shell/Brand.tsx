import { Link } from '@tanstack/react-router'
import { homePath } from '../lib/session/entrance.ts'
import { Mark } from '../ui/Mark.tsx'
import styles from './TopBar.module.css'

/** The mark and the name; leads to the first screen. `onPick` lets an overlay close itself. */
export function Brand({ onPick }: { onPick?: () => void }) {
  return (
    <Link to={homePath} className={styles.brandBrand} activeOptions={{ exact: true }} onClick={onPick}>
      <Mark size={30} />
      <span>tend</span>
    </Link>
  )
}
