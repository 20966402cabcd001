import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Member, ReachInput } from '#shared/companies/contract.ts'
import { isGuest } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'

/** Somebody's name, and behind it why they are not at work here: for lists of people that hold more than those. */
export function useMarkedName(): (member: Pick<Member, 'name' | 'frozen_at' | 'role_id'>) => string {
  const { t } = useTranslation()
  return ({ name, frozen_at, role_id }) => {
    if (frozen_at !== null) return `${name} · ${t('members.states.frozen')}`
    return isGuest(role_id) ? `${name} · ${t('roles.names.guest')}` : name
  }
}

/** The people at work in a company whom tasks can be given to, as a register to choose from. */
export const peopleOf = (company: number) => ({
  list: {
    query: (input: { search?: string; per_page?: 25 } = {}) =>
      api.companies.members.query({ id: company, offered_for: 'tasks', sort: 'name', ...input }),
  },
  get: { query: ({ id }: { id: number }) => api.companies.member.query({ id: company, user_id: id }) },
})

/** True where somebody is to work at a part of the company, and none is chosen yet. */
export const isReachMissing = (reach: ReachInput | null): boolean =>
  reach !== null && Object.values(reach).every(ids => ids.length === 0)

/** Whether the reader works in the whole company. */
export const useIsOfWholeCompany = (): boolean => useAbility()('read', 'WholeCompany')

/**
 * Whether the reader may give a row of a register that they see. Of groups they also see those that only stand at
 * their locations, which may move away.
 */
export function useIsGiveable(): (field: keyof ReachInput, id: number) => boolean {
  const user = useUser()
  const can = useAbility()
  const isWhole = useIsOfWholeCompany()
  const companyId = user?.company_id ?? 0
  const { data } = useQuery({
    ...api.companies.member.query({ id: companyId, user_id: user?.id ?? 0 }),
    enabled: !isWhole && companyId !== 0 && can('read', 'Member'),
  })
  if (isWhole || data?.reach === null) return () => true
  return (field, id) => field !== 'animal_group_ids' || (data?.reach?.animal_group_ids.includes(id) ?? false)
}
