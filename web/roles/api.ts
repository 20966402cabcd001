import endpoints from 'virtual:endpoints/roles'
import type { roles } from '#shared/roles/contract.ts'
import { callsOf } from '../lib/api.ts'

export const rolesApi = callsOf<typeof roles>('roles', endpoints)
