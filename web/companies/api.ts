import endpoints from 'virtual:endpoints/companies'
import type { companies } from '#shared/companies/contract.ts'
import { callsOf } from '../lib/api.ts'

export const companiesApi = callsOf<typeof companies>('companies', endpoints)
