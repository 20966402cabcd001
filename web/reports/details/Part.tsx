import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Slice } from '#shared/reports/contract.ts'
import type { ReportPart } from '#shared/reports/rules.ts'
import { LinksOff } from '../../ui/PathLink.tsx'
import styles from './Report.module.css'

/** A part of a report: its name, what it shows, and the same as a table. */
export function Part({ part, children }: { part: ReportPart; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={styles.part} aria-labelledby={`report-${part}`}>
      <h2 id={`report-${part}`}>{t(`reports.partNames.${part}`)}</h2>
      {children}
    </section>
  )
}

/** What a chart draws, to be read. It stands open where there is no chart. */
export function AsTable({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={styles.details}>
      <summary>{t('reports.asTable')}</summary>
      <Scroll>{children}</Scroll>
    </details>
  )
}

/** Wide tables move by themselves, not the page; by the keyboard too. */
export function Scroll({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} {...(label && { 'aria-label': label })}>
      {children}
    </section>
  )
}

export function NothingHere() {
  const { t } = useTranslation()
  return <p className={styles.line}>{t('reports.nothingHere')}</p>
}

type Props = { slice: Slice; children: ReactNode; label?: string; className?: string | undefined }

/** A number that leads to the submissions which it counts. */
export function Behind({ slice, children, label, className }: Props) {
  // The data of the charts is read out too.
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
