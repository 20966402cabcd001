/** Questions of subjects that higher features answer. */

import type { PaperKind } from '#shared/certificates/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { QueryPort } from '../lib/queryPorts.ts'

/** Asks for the names of the forms of submissions. */
export const formsOfSubmissions = new QueryPort<number[], Map<number, LocalizedText>>('subjects.forms-of-submissions')

export type EndedPaper = { vehicleId: number; kind: PaperKind; validUntil: string }

/** Asks for the papers that vehicles of one company, or of all, had and no longer have on a day. */
export const endedPapersOf = new QueryPort<
  { companyId: number | null; vehicleIds: number[]; today: string },
  EndedPaper[]
>('subjects.ended-papers')
