import { Menu, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconBuilding, IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCompany } from '#shared/companies/contract.ts'
import { useIsAdmin } from '../lib/ability.tsx'
import { updateUser, useUser } from '../lib/session/session.ts'
import { useRoleName } from '../roles/queries.ts'
import { useCompany } from '../shell/company.ts'
import { MenuList } from '../ui/menu/MenuList.tsx'
import styles from './CompanyMenu.module.css'

type Props = {
  companies: ListedCompany[]
  /** The icon alone, with the name for those who listen. */
  isNarrow: boolean
  /** Lets an overlay close itself. */
  onPick: (() => void) | undefined
}

/** The company that one works in, and the others to change to; an administrator's leads back out of it. */
export function CompanyMenu({ companies, isNarrow, onPick }: Props) {
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
          <IconSelector size={18} className={styles.hint} />
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
            <span className={styles.choice}>
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
