import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './PageHeader.module.css'

type Props = {
  /** What the pages are views of. */
  label: string
  tabs: { to: string; name: string }[]
}

/** Pages that are views of one thing, side by side above each of them. */
export function PageTabs({ label, tabs }: Props) {
  const row = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })
  // On a phone the row is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => {
    row.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, name }) => (
        <Link key={to} to={to} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
