import { useTranslation } from 'react-i18next'
import type { Member, ReachInput } from '#shared/companies/contract.ts'
import { isGuest } from '#shared/lib/roles.ts'
import { api } from '../api.ts'

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
