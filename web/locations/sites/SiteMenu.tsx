import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconMapPin, IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useChangeSearch } from '../../lib/listSearch.ts'
import { chooseSite } from '../../lib/site.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import styles from './Sites.module.css'
import { useChosenSite } from './useChosenSite.ts'

type Props = {
  sites: { id: number; name: string }[]
  /** Its mark alone, as in the narrow navigation. */
  isNarrow: boolean
  /** Lets an overlay close itself. */
  onPick: (() => void) | undefined
}

/** The site that one looks at, and the others to change to. */
export function SiteMenu({ sites, isNarrow, onPick }: Props) {
  const { t } = useTranslation()
  const chosen = useChosenSite()
  const changeSearch = useChangeSearch()
  const all = t('shell.sites.all')
  const name = chosen?.name ?? all
  function choose(id: number | null) {
    chooseSite(id)
    // Of a shorter list there may be no such page.
    if (new URLSearchParams(location.search).has('page')) void changeSearch({ page: undefined }, { replace: true })
    onPick?.()
  }
  const check = (isChosen: boolean) => (isChosen ? <IconCheck size={20} /> : <span className={styles.gap} />)
  return (
    <Menu width={280} position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={styles.switcher}
          data-chosen={chosen ? true : undefined}
          data-narrow={isNarrow || undefined}
          aria-label={t('shell.sites.switch', { name })}
          {...(isNarrow && { title: t('shell.sites.switch', { name }) })}
        >
          <IconMapPin size={20} className={styles.icon} />
          {!isNarrow && (
            <>
              <bdi className={styles.name}>{name}</bdi>
              <IconSelector size={18} className={styles.icon} />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <MenuList className={styles.list}>
        <Menu.Item
          className={styles.choice}
          leftSection={check(!chosen)}
          aria-current={!chosen || undefined}
          onClick={() => choose(null)}
        >
          {all}
        </Menu.Item>
        {sites.map(site => (
          <Menu.Item
            key={site.id}
            className={styles.choice}
            leftSection={check(site.id === chosen?.id)}
            aria-current={site.id === chosen?.id || undefined}
            onClick={() => choose(site.id)}
          >
            <bdi>{site.name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label className={styles.hint}>{t('shell.sites.hint')}</Menu.Label>
      </MenuList>
    </Menu>
  )
}
