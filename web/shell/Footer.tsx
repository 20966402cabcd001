import { Button } from '@mantine/core'
import { useWindowScroll } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
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

/** The specification's section 9: the way back up appears past 200 px. */
const threshold = 200

export function ScrollToTop() {
  const { t } = useTranslation()
  const [{ y }, scrollTo] = useWindowScroll()
  if (y <= threshold) return null
  return (
    <Button
      variant="default"
      className={styles.button}
      leftSection={<IconArrowUp size={20} />}
      onClick={() => scrollTo({ y: 0 })}
    >
      {t('shell.toTop')}
    </Button>
  )
}
