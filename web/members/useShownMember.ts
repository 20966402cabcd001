import { useQuery } from '@tanstack/react-query'
import type { Member } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useShownRow } from '../ui/row/useShownRow.ts'

/** The member whose sheet is open. Whom a link names and the page does not show is asked for alone; `error` says why they are not there. */
export function useShownMember(companyId: number, rows: readonly Member[] | undefined) {
  const { id, shown, href, close } = useShownRow(rows)
  const { data, error } = useQuery({
    ...api.companies.member.query({ id: companyId, user_id: id ?? 0 }),
    enabled: id !== undefined && rows !== undefined && !shown,
  })
  const alone = data?.id === id ? data : undefined
  return { shown: shown ?? alone, error: shown || alone || id === undefined ? null : error, href, close }
}
