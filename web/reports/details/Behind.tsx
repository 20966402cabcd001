import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import type { Slice } from '#shared/reports/contract.ts'
import { LinksOff } from '../../ui/texts/linksOff.ts'
import styles from './Report.module.css'

type Props = { slice: Slice; children: ReactNode; label?: string; className?: string | undefined }

/** A number that leads to the submissions which it counts. */
export function Behind({ slice, children, label, className }: Props) {
  // What the charts are made of is read to whoever cannot follow it, too.
  if (useContext(LinksOff))
    return (
      <span className={className} {...(label && { 'aria-label': label, role: 'img' })}>
        {children}
      </span>
    )
  return (
    <Link
      to="."
      search={{ ...slice, behind: true } as never}
      resetScroll={false}
      className={className ?? styles.link}
      {...(label && { 'aria-label': label })}
    >
      {children}
    </Link>
  )
}
