import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/companies/roles.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { allPages } from '../lib/allPages.ts'

const names = new Map<number, 'admin' | 'manager' | 'employee' | 'guest'>([
  [roles.admin, 'admin'],
  [roles.manager, 'manager'],
  [roles.employee, 'employee'],
  [roles.guest, 'guest'],
])

/** The company's own roles, by name. */
export function useOwnRoles(): Role[] | undefined {
  const can = useAbility()
  const query = useQuery({
    queryKey: [...api.roles.key, 'all'],
    queryFn: () => allPages(page => api.roles.list({ page, per_page: 100, sort: 'name' })),
    enabled: can('read', 'Role'),
    staleTime: 5 * 60_000,
  })
  return query.data
}

/** Names a role in the reader's language; an own role by the name that came with the row. */
export function useRoleName(): (role: { role_id: number; role_name: string | null }) => string {
  const { t } = useTranslation()
  return ({ role_id, role_name }) => {
    const known = names.get(role_id)
    return role_name ?? (known ? t(`roles.names.${known}`) : t('roles.unknown', { id: String(role_id) }))
  }
}

/** The roles that can be given in the company, from the most to the least: the three of every company and its own. */
export function useGivableRoles(): { id: number; name: string }[] {
  const nameOf = useRoleName()
  const own = useOwnRoles() ?? []
  const common = [roles.manager, roles.employee, roles.guest].map(id => ({
    id: id as number,
    name: nameOf({ role_id: id, role_name: null }),
  }))
  return [...common, ...own.map(({ id, name }) => ({ id, name }))].sort((one, other) => one.id - other.id)
}
