import endpoints from 'virtual:endpoints/roles'
import type { roles } from '#shared/companies/roles.ts'
import { callsOf } from '../lib/api.ts'

export const rolesApi = callsOf<typeof roles>('roles', endpoints)
