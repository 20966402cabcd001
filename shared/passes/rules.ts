import type { Rules } from '../lib/rules.ts'

/** Kinds of records that a pass can show. Others are outside by construction: a pass has calls of its own. */
export const passKinds = ['submission', 'finding', 'animal_event', 'vehicle_entry', 'certificate'] as const
export type PassKind = (typeof passKinds)[number]

/** What a pass notes of its holder. */
export const passActions = [
  ...(['opened', 'searched', 'sampled', 'viewed', 'downloaded'] as const),
  // What they wrote, and that they looked at it.
  ...(['checked', 'reported', 'picked', 'closed'] as const),
] as const
export type PassAction = (typeof passActions)[number]

/** Bounds of a company's live passes and of their days. */
export const maxPasses = 50
export const maxPassDays = 366

/** Bound of the records of a sample, and of what it is drawn from. */
export const maxSample = 200
export const maxPopulation = 200_000

/** Bounds of what an inspector writes: findings with their photos, picked records, and days until a finding is due. */
export const maxPassFindings = 200
export const maxFindingPhotos = 5
export const maxPicks = 500
export const maxDueDays = 1_100
/** Locations that a finding can name. */
export const maxPassLocations = 500

/** Whether the corrective task of a finding is open, was done, or ended otherwise. */
export const findingStates = ['open', 'done', 'ended'] as const

/**
 * A pass lets somebody in who has no account: managers of the whole company issue it, as they issue API keys. No key
 * issues one.
 */
export const passRules: Rules = (allow, actor) => {
  if (actor.isCompanyManager && !actor.isKey) allow('manage', 'Pass', { companyId: actor.companyId })
}
