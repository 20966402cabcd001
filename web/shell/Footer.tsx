import { useTranslation } from 'react-i18next'
import styles from './Footer.module.css'

/** At the end of every page: what this is, and which version of it. */
export function Footer() {
  const { t } = useTranslation()
  return (
    <footer className={styles.footer}>
      <span>tend</span>
      <span>{t('shell.version', { version: __TEND_VERSION__ })}</span>
    </footer>
  )
}
