import formsEndpoints from 'virtual:endpoints/forms'
import publicLinksEndpoints from 'virtual:endpoints/publicLinks'
import type { forms } from '#shared/forms/contract.ts'
import type { publicLinks } from '#shared/forms/public/publicLink.ts'
import { callsOf } from '../lib/api.ts'

export const formsApi = callsOf<typeof forms>('forms', formsEndpoints)
export const publicLinksApi = callsOf<typeof publicLinks>('publicLinks', publicLinksEndpoints)
