import { Skeleton, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageMeta } from '#shared/lib/paging.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './PageHeader.module.css'
import { type Back, usePageTitle } from './pageTitle.ts'

type Props = {
  title: string
  /** How many there are, beside the title of a list. */
  count?: Total | undefined
  /** The list that this page belongs to. With it, phones show the way back in the top bar and the title here. */
  back?: Back
  /** One main button, and quiet ones before it. */
  actions?: ReactNode
  /** The page is one column, in the middle of a wide screen (shell/Shell.module.css). */
  isColumn?: boolean
  /** A line under the title. */
  children?: ReactNode
}

/** The tabs of pages that are views of one thing, where the shell knows of some. */
export const HeaderTabs = createContext<ReactNode>(null)

/** The head of every page. It also names the browser's tab and the top bar of phones. */
export function PageHeader({ title, count, back, actions, isColumn, children }: Props) {
  const { t } = useTranslation()
  const inWords = useFormattedCount()
  const tabs = use(HeaderTabs)
  usePageTitle(title, back)
  return (
    <header className={styles.header} data-inner={back ? true : undefined} data-page={isColumn ? 'column' : undefined}>
      {back && (
        <Link to={back.to} className={styles.back}>
          <IconArrowLeft size={18} className={styles.arrow} />
          {back.text}
        </Link>
      )}
      <div className={styles.row}>
        <div className={styles.title}>
          <Title order={1}>
            <bdi>{title}</bdi>
          </Title>
          {count !== undefined && (
            <span className={styles.count}>
              <span className={styles.figure} aria-hidden>
                {inWords(count)}
              </span>
              <span className={styles.unit}>{t('common.entries', { count: count.total, number: inWords(count) })}</span>
            </span>
          )}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {count?.is_first_found && (
        <p className={styles.line} role="note">
          {t('common.firstFound')}
        </p>
      )}
      {children && <div className={styles.line}>{children}</div>}
      {tabs}
    </header>
  )
}

/** The layout of a row's page while the row is on its way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={16} width={96} mb="md" />
      <Skeleton height={32} width="min(20rem, 70%)" mb="xl" />
      <Skeleton height={160} />
    </div>
  )
}

/** How many rows a list has, as far as they were counted. */
export type Total = Pick<PageMeta, 'total' | 'total_is_lower_bound' | 'is_first_found'>

/** Returns a function that says a total: "37", "more than 10,000". */
export function useFormattedCount(): (of: Total) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ total, total_is_lower_bound: isMore }) => {
    const figure = format.number(total)
    return isMore ? t('common.moreThan', { figure }) : figure
  }
}
