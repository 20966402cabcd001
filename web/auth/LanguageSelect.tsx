import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { chooseLocale } from '../lib/i18n.ts'
import styles from './EntranceCard.module.css'

/** The language before sign-in: the browser's own control, which costs nothing and is at home on every phone. */
export function LanguageSelect() {
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
