import { Link, type LinkProps } from '@tanstack/react-router'
import { useFormat } from '../../lib/format.ts'
import styles from './PageHeader.module.css'

type Props = {
  /** What the pages are views of. */
  label: string
  /** `count`: how many wait there, if any. */
  tabs: { to: NonNullable<LinkProps['to']>; name: string; count?: number | undefined }[]
}

/** Pages that are views of one thing, side by side above each of them. */
export function PageTabs({ label, tabs }: Props) {
  const formats = useFormat()
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, name, count }) => (
        <Link key={to} to={to} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {name}
          {count ? <span className={styles.pageTabsCount}>{formats.number(count)}</span> : null}
        </Link>
      ))}
    </nav>
  )
}
