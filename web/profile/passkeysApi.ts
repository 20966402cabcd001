/** Calls about the own passkeys, which one page makes: not every browser loads their table. */
import endpoints from 'virtual:endpoints/passkeys'
import type { contracts } from '#shared/contracts.ts'
import { createApi } from '../api.ts'

export const { passkeys } = createApi<Pick<typeof contracts, 'passkeys'>>(endpoints)
