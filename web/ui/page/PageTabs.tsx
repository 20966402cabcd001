import { Link } from '@tanstack/react-router'
import styles from './PageHeader.module.css'

type Props = {
  /** What the pages are views of. */
  label: string
  tabs: { to: string; name: string }[]
}

/** On a phone the row is wider than the screen. */
const showPresent = (row: HTMLElement | null) =>
  row?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Pages that are views of one thing, side by side above each of them. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav ref={showPresent} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, name }) => (
        <Link key={to} to={to} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
