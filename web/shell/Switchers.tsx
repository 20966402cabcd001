/**
 * The company that one works in and the site that one looks at, each with the others to change to, and the notice that
 * one site alone is shown. Most people have one of each, and see nothing of this.
 */
import { Button, Menu, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconBuilding, IconCheck, IconMapPin, IconPlus, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedCompany } from '#shared/companies/contract.ts'
import { useIsAdmin } from '../lib/ability.tsx'
import { useChangeSearch } from '../lib/listSearch.ts'
import { queryClient } from '../lib/queryClient.ts'
import { updateUser, useUser } from '../lib/session/session.ts'
import { chooseSite, siteOf, useSite } from '../lib/site.ts'
import { type Site, sitesOf, useSites } from '../locations/siteQueries.ts'
import { useRoleName } from '../roles/queries.ts'
import { MenuList } from '../ui/menu/MenuList.tsx'
import { useCompany, useOwnCompanies } from './company.ts'
import styles from './Switchers.module.css'

type SwitcherProps = {
  /** The mark alone, as in the narrow navigation. */
  isNarrow?: boolean
  /** Lets an overlay close itself. */
  onPick?: () => void
}

/**
 * The company of this session, for people in several and for admins; hidden from the others. `useCompanyChange` does
 * what follows from a change.
 */
export function CompanySwitcher({ isNarrow = false, onPick }: SwitcherProps) {
  const isAdmin = useIsAdmin()
  const companies = useOwnCompanies()
  if (!companies || (!isAdmin && companies.length < 2)) return null
  return <CompanyMenu companies={companies} isNarrow={isNarrow} onPick={onPick} />
}

type CompanyMenuProps = {
  companies: ListedCompany[]
  isNarrow: boolean
  onPick: (() => void) | undefined
}

/** The company that one works in, and the others to change to; an administrator's leads back out of it. */
function CompanyMenu({ companies, isNarrow, onPick }: CompanyMenuProps) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const company = useCompany()
  const roleName = useRoleName()
  async function workIn(id: number | null) {
    await updateUser({ company_id: id })
    // Here, because the menu may be gone when a callback of it would run.
    if (id === null) await navigate({ to: '/tasks' })
  }
  const switching = useMutation({ mutationFn: workIn, onSuccess: onPick })
  if (!user) return null

  // All companies of an installation are too many for a menu.
  const offered = isAdmin ? [] : companies
  const name = company?.name ?? t('companies.none')
  const face = (
    <>
      <IconBuilding size={20} className={styles.icon} />
      <bdi className={styles.name}>{name}</bdi>
    </>
  )
  if (isAdmin && user.company_id === null) {
    return (
      <Link to="/company/list" className={styles.switcher} data-narrow={isNarrow || undefined} onClick={onPick}>
        {face}
      </Link>
    )
  }
  return (
    <Menu width={280} position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={styles.switcher}
          data-narrow={isNarrow || undefined}
          aria-label={t('companies.switch', { name })}
          title={isNarrow ? name : undefined}
        >
          {face}
          <IconSelector size={18} className={`${styles.icon} ${styles.more}`} />
        </UnstyledButton>
      </Menu.Target>
      <MenuList>
        {isAdmin && (
          <Menu.Item leftSection={<IconArrowBackUp size={20} />} onClick={() => switching.mutate(null)}>
            {t('companies.leave')}
          </Menu.Item>
        )}
        {offered.map(one => (
          <Menu.Item
            key={one.id}
            leftSection={one.id === user.company_id ? <IconCheck size={20} /> : <span className={styles.gap} />}
            aria-current={one.id === user.company_id || undefined}
            onClick={() => (one.id === user.company_id ? onPick?.() : switching.mutate(one.id))}
          >
            <span className={styles.company}>
              <bdi>{one.name}</bdi>
              {one.role_id !== null && (
                <span className={styles.role}>{roleName({ role_id: one.role_id, role_name: one.role_name })}</span>
              )}
            </span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isAdmin ? (
          <Menu.Item component={Link} to="/company/list" leftSection={<IconBuilding size={20} />} onClick={onPick}>
            {t('companies.all')}
          </Menu.Item>
        ) : (
          <Menu.Item component={Link} to="/company/setup" leftSection={<IconPlus size={20} />} onClick={onPick}>
            {t('companies.setUpAnother')}
          </Menu.Item>
        )}
      </MenuList>
    </Menu>
  )
}

/** All sites, or one of them, for people who see several; hidden from the others. */
export function SiteSwitcher({ isNarrow = false, onPick }: SwitcherProps) {
  const sites = useSites()
  return sites ? <SiteMenu {...{ sites, isNarrow, onPick }} /> : null
}

type SiteMenuProps = {
  sites: { id: number; name: string }[]
  isNarrow: boolean
  onPick: (() => void) | undefined
}

/** The site that one looks at, and the others to change to. */
function SiteMenu({ sites, isNarrow, onPick }: SiteMenuProps) {
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
          className={`${styles.switcher} ${styles.site}`}
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

/** The site that the person looks at; null for all of them. One that is gone leads back to all. */
function useChosenSite(): Site | null {
  const id = useSite()
  const { data: all } = useQuery({ ...sitesOf(useUser()?.company_id), enabled: false })
  const site = all?.find(one => one.id === id)
  const isGone = id !== null && all !== undefined && (!site || all.length < 2)
  useEffect(() => {
    if (isGone) chooseSite(null)
  }, [isGone])
  return site ?? null
}
