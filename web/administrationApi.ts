/** Calls that only single pages make, most of them of administration: not every browser loads their table. */
import endpoints from 'virtual:endpoints/keys+webhooks+sso+provisioning+sealing+legal+dashboard+books+feeds+samples+passes+passPacks+passTemplates+passRequests'
import type { contracts } from '#shared/contracts.ts'
import { createApi } from './api.ts'

type Administration =
  | 'keys'
  | 'webhooks'
  | 'sso'
  | 'provisioning'
  | 'sealing'
  | 'legal'
  | 'dashboard'
  | 'books'
  | 'feeds'
  | 'samples'
  | 'passes'
  | 'passPacks'
  | 'passTemplates'
  | 'passRequests'

export const administration = createApi<Pick<typeof contracts, Administration>>(endpoints)
