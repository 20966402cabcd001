import endpoints from 'virtual:endpoints/locations'
import type { locations } from '#shared/locations/contract.ts'
import { companiesApi } from '../companies/api.ts'
import { callsOf } from '../lib/api.ts'

export const locationsApi = callsOf<typeof locations>('locations', endpoints)

/** The people at work in a company whom tasks can be given to, as a register to choose from. */
export const peopleOf = (company: number) => ({
  list: {
    query: (input: { search?: string; per_page?: 25 } = {}) =>
      companiesApi.members.query({ id: company, offered_for: 'tasks', sort: 'name', ...input }),
  },
  get: { query: ({ id }: { id: number }) => companiesApi.member.query({ id: company, user_id: id }) },
})
