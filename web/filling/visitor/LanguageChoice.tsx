import { useTranslation } from 'react-i18next'
import { languages as allLanguages, type Locale, locales, toLocale } from '#shared/lib/language.ts'
import { changeLocale } from '../../lib/i18n.ts'
import { withSearch } from './address.ts'
import styles from './Frame.module.css'

/** The language in which the form is read: the browser's own control. The address keeps the choice; whoever is signed in here keeps theirs. */
export function LanguageChoice({ languages = locales }: { languages?: readonly Locale[] | undefined }) {
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
