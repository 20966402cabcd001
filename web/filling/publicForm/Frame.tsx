import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Logo } from '#shared/companies/contract.ts'
import { languages as allLanguages, type Locale, locales, toLocale } from '#shared/lib/language.ts'
import { CompanyLogo } from '../../companies/CompanyLogo.tsx'
import { changeLocale, formTexts } from '../../lib/i18n.ts'
import { currentLocale, preferredLocales } from '../../lib/locale.ts'
import { InsecureNotice } from '../../ui/page/PageNotice.tsx'
import styles from './Frame.module.css'
import { withSearch } from './publicLink.ts'

type Props = {
  company: string
  logo?: Logo | null | undefined
  /** In which the form can be read, once that is known; until then it is any. */
  languages?: readonly Locale[] | undefined
  children: ReactNode
}

/** The frame of every page of a public form: the company and the language, and nothing else. */
export function Frame({ company, logo, languages, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {company && (
          <>
            {logo ? (
              <CompanyLogo logo={logo} />
            ) : (
              <span className={styles.tile} aria-hidden>
                {[...company][0]?.toUpperCase()}
              </span>
            )}
            <span className={styles.company}>{company}</span>
          </>
        )}
        <LanguageChoice languages={languages} />
      </header>
      <main className={styles.main}>
        <InsecureNotice />
        {children}
      </main>
      <footer className={styles.foot}>
        <a href="/auth/legal" target="_blank" rel="noreferrer">
          {t('auth.legal.link')}
        </a>
      </footer>
    </div>
  )
}

/**
 * Language of the form, chosen by the browser's own control. The address keeps the choice; a signed-in person keeps
 * theirs.
 */
function LanguageChoice({ languages = locales }: { languages?: readonly Locale[] | undefined }) {
  const { t, i18n } = useTranslation()
  const offered = allLanguages.filter(({ locale }) => locale === i18n.language || languages.includes(locale))

  async function choose(locale: Locale) {
    if (await changeLocale(locale)) history.replaceState(history.state, '', withSearch('lang', locale))
  }

  if (offered.length < 2) return null
  return (
    <select
      className={styles.language}
      aria-label={t('common.language')}
      value={i18n.language}
      onChange={event => choose(toLocale(event.currentTarget.value))}
    >
      {offered.map(({ locale, name }) => (
        <option key={locale} value={locale} lang={locale}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Fetches the texts of filling in; whether they are here. */
export function useFormTexts(): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => void formTexts().then(() => setHere(true)), [])
  return isHere
}

/**
 * Shows the form in the first of the reader's languages in which it can be read, unless the address names one. Where it
 * can be read in none of them, at least all around it is in theirs.
 */
export function useReadersLanguage(languages: readonly Locale[] | undefined): void {
  useEffect(() => {
    if (!languages || new URLSearchParams(location.search).has('lang')) return
    const wanted = preferredLocales.find(locale => languages.includes(locale))
    if (wanted && wanted !== currentLocale()) void changeLocale(wanted)
  }, [languages])
}
