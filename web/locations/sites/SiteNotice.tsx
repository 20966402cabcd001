import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../lib/queryClient.ts'
import { chooseSite, siteOf, useSite } from '../../lib/site.ts'
import styles from './Sites.module.css'
import { useChosenSite } from './useChosenSite.ts'

/** Says above a screen that it shows one site, where the switch is out of sight: on phones, and without the top bar. */
export function SiteNotice() {
  const { t } = useTranslation()
  const site = useChosenSite()
  const isAtSite = useIsAtSite()
  if (!isAtSite) return null
  return (
    <div className={styles.notice}>
      <IconMapPin size={18} className={styles.mark} />
      <span className={styles.said}>
        {site ? t('shell.sites.only', { name: site.name }) : t('shell.sites.onlyOne')}
      </span>
      <Button variant="subtle" size="compact-md" className={styles.leave} onClick={() => chooseSite(null)}>
        {t('shell.sites.all')}
      </Button>
    </div>
  )
}

/** Whether anything on the screen is narrowed to the chosen site. */
function useIsAtSite(): boolean {
  const site = useSite()
  const shown = useSyncExternalStore(subscribeToScreen, siteOnScreen)
  return site !== null && shown === site
}

/** Queries tell of themselves while a component is drawn, when no other may be drawn again. */
const subscribeToScreen = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(() => queueMicrotask(listener))

function siteOnScreen(): number | null {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const site = siteOf(queryKey)
    if (site !== null) return site
  }
  return null
}
