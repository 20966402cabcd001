import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Logo } from '#shared/companies/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { CompanyLogo } from '../../companies/CompanyLogo.tsx'
import { InsecureNotice } from '../../shell/notices/InsecureNotice.tsx'
import styles from './Frame.module.css'
import { LanguageChoice } from './LanguageChoice.tsx'

type Props = {
  company: string
  logo?: Logo | null | undefined
  /** In which the form can be read, once that is known; until then it is any. */
  languages?: readonly Locale[] | undefined
  children: ReactNode
}

/** What every page of a public form stands in: whose form it is, in which language it is read, and nothing else. */
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
