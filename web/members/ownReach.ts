/** Where the reader works, and what of that they may give to others: a manager of a part of the company gives no more. */
import { useQuery } from '@tanstack/react-query'
import type { ReachInput } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'

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
