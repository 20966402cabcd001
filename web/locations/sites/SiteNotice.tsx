import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseSite, useIsAtSite } from '../../lib/site.ts'
import styles from './Sites.module.css'
import { useChosenSite } from './useSites.ts'

/** Says above a screen that it shows one site, where the switch itself is out of sight: on phones, and without the top bar. */
export function SiteNotice() {
  const { t } = useTranslation()
  const site = useChosenSite()
  const isAtSite = useIsAtSite()
  if (!site || !isAtSite) return null
  return (
    <div className={styles.notice}>
      <IconMapPin size={18} className={styles.mark} />
      <span className={styles.said}>{t('shell.sites.only', { name: site.name })}</span>
      <Button variant="subtle" size="compact-md" className={styles.leave} onClick={() => chooseSite(null)}>
        {t('shell.sites.all')}
      </Button>
    </div>
  )
}
