import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './SectionList.module.css'

export type StepLinkProps = { step: number; isCurrent: boolean; onPick?: (() => void) | undefined; children: ReactNode }

/** Leads to a page of the form, or to its end. */
export function StepLink({ step, isCurrent, onPick, children }: StepLinkProps) {
  const { id } = useParams({ from: '/shell/submission/filling/$id' })
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  return (
    <Link
      to="/submission/filling/$id"
      params={{ id }}
      search={{ ...search, step }}
      className={styles.link}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPick}
    >
      {children}
    </Link>
  )
}
