/** Calls that only single pages of administration make: their table is loaded with these, and not by every browser. */
import endpoints from 'virtual:endpoints/keys+sealing+legal+dashboard'
import type { contracts } from '#shared/contracts.ts'
import { createApi } from './api.ts'

type Administration = 'keys' | 'sealing' | 'legal' | 'dashboard'

export const administration = createApi<Pick<typeof contracts, Administration>>(endpoints)
