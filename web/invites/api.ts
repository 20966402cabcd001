import endpoints from 'virtual:endpoints/invites'
import type { invites } from '#shared/companies/invites.ts'
import { callsOf } from '../lib/api.ts'

export const invitesApi = callsOf<typeof invites>('invites', endpoints)
