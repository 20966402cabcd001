import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/companies/roles.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Roles.module.css'

/** Why a role cannot be removed: who has it, and where they get another. */
export function RoleUsers({ role }: { role: Role }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useUser()?.company_id ?? 0
  const members = useQuery(api.companies.members.query({ id, role_id: role.id, per_page: 5, sort: 'name' }))
  const total = members.data?.meta.total ?? 0
  const names = members.data?.data.map(member => member.name) ?? []
  const rest = total - names.length
  const said = rest > 0 ? [...names, t('roles.andOthers', { count: rest })] : names
  return total > 0 ? (
    <>
      {t('roles.inUse', { count: total, names: format.list(said) })}
      <p className={styles.users}>
        <PathLink href={`/company/users?role_id=${role.id}`}>{t('roles.giveOthers')}</PathLink>
      </p>
    </>
  ) : (
    <>
      {t('roles.invited')}
      <p className={styles.users}>
        <PathLink href="/company/users/invitations?state=pending">{t('roles.seeInvitations')}</PathLink>
      </p>
    </>
  )
}
