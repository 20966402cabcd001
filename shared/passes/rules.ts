import type { Rules } from '../lib/rules.ts'

/** Kinds of records that a pass can show. Others are outside by construction: a pass has calls of its own. */
export const passKinds = ['submission', 'finding', 'animal_event', 'vehicle_entry', 'certificate'] as const
export type PassKind = (typeof passKinds)[number]

/** What a pass notes of its holder. */
export const passActions = ['opened', 'searched', 'sampled', 'viewed', 'downloaded'] as const
export type PassAction = (typeof passActions)[number]

/** Bounds of a company's live passes, of their days, and of their templates. */
export const maxPasses = 50
export const maxPassDays = 366
export const maxPassTemplates = 50

/** Bound of the records of a sample, and of what it is drawn from. */
export const maxSample = 200
export const maxPopulation = 200_000

/** Bound of the places of which a pass counts the records. */
export const maxPlaces = 200

/** A filter by places that leaves what is about none. */
export const nowhere = 'none'

/** What a record came to, by which a pass filters: submissions failed, findings are open or closed. */
export const recordStates = ['failed', 'open', 'closed'] as const
export type RecordState = (typeof recordStates)[number]

/**
 * A pass lets somebody in who has no account: managers of the whole company issue it, as they issue API keys. No key
 * issues one.
 */
export const passRules: Rules = (allow, actor) => {
  if (!actor.isCompanyManager || actor.isKey) return
  allow('manage', 'Pass', { companyId: actor.companyId })
  allow('manage', 'PassTemplate', { companyId: actor.companyId })
}
