import { companiesApi } from '../companies/api.ts'
import { useUser } from '../lib/session/session.ts'

/** The people at work here whom tasks can be given to, as a register to choose from. */
export function usePeopleToChoose() {
  const company = useUser()?.company_id ?? 0
  return {
    list: {
      query: (input: { search?: string; per_page?: 25 } = {}) =>
        companiesApi.members.query({ id: company, offered_for: 'tasks', sort: 'name', ...input }),
    },
    get: { query: ({ id }: { id: number }) => companiesApi.member.query({ id: company, user_id: id }) },
  }
}
