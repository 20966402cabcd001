import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { isGuest } from '#shared/lib/roles.ts'

/** Somebody's name, and behind it why they are not at work here: for lists of people that hold more than those. */
export function useMarkedName(): (member: Pick<Member, 'name' | 'frozen_at' | 'role_id'>) => string {
  const { t } = useTranslation()
  return ({ name, frozen_at, role_id }) => {
    if (frozen_at !== null) return `${name} · ${t('members.states.frozen')}`
    return isGuest(role_id) ? `${name} · ${t('roles.names.guest')}` : name
  }
}
