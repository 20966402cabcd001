import { Anchor, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { chooseLocale } from '../lib/i18n.ts'
import { Mark } from '../ui/Mark.tsx'
import { InsecureNotice } from '../ui/page/PageNotice.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import styles from './Entrance.module.css'

/**
 * What every page of the entrance looks like: the mark, a title, one thing to do, and the language. When a step follows
 * another, the focus goes to its title, unless something on the page has it.
 */
export function EntranceCard({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(title)
  usePageTitle(title)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    if (before.current !== title && isFocusLost) heading.current?.focus()
    before.current = title
  }, [title])

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Mark size={44} />
          <span className={styles.name}>tend</span>
        </div>
        <InsecureNotice />
        <Title ref={heading} tabIndex={-1} order={1} size="h2" className={styles.title}>
          {title}
        </Title>
        {children}
      </div>
      <div className={styles.foot}>
        <LanguageSelect />
        <Anchor href="/auth/legal">{t('auth.legal.link')}</Anchor>
      </div>
    </main>
  )
}

/** The language before sign-in: the browser's own control, which costs nothing and is at home on every phone. */
function LanguageSelect() {
  const { t, i18n } = useTranslation()
  return (
    <select
      className={styles.language}
      aria-label={t('common.language')}
      value={i18n.language}
      onChange={event => chooseLocale(toLocale(event.currentTarget.value))}
    >
      {languages.map(({ locale, name }) => (
        <option key={locale} value={locale} lang={locale}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The lines of a text that is on its way. */
export function DescriptionSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}
