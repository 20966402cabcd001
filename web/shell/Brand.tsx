import { Link } from '@tanstack/react-router'
import { homePath } from '../lib/entrance.ts'
import { Mark } from '../ui/Mark.tsx'
import styles from './Brand.module.css'

/** The mark and the name; leads to the first screen. */
export function Brand() {
  return (
    <Link to={homePath} className={styles.brand} activeOptions={{ exact: true }}>
      <Mark size={30} />
      tend
    </Link>
  )
}
