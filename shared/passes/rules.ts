import type { Rules } from '../lib/rules.ts'

/** Kinds of records that a pass can show. Others are outside by construction: a pass has calls of its own. */
export const passKinds = ['submission', 'finding', 'animal_event', 'vehicle_entry', 'certificate'] as const
export type PassKind = (typeof passKinds)[number]

/** What a pass notes of its holder. */
export const passActions = [
  ...(['opened', 'searched', 'sampled', 'viewed', 'downloaded', 'packed'] as const),
  // What they wrote, and that they looked at it.
  ...(['checked', 'reported', 'picked', 'closed'] as const),
  ...(['asked', 'asked_again', 'withdrew', 'answered', 'reopened'] as const),
] as const
export type PassAction = (typeof passActions)[number]

/** Bounds of a company's live passes, of their days, and of their templates. */
export const maxPasses = 50
export const maxPassDays = 366
export const maxPassTemplates = 50

/** Bound of the records of a sample, and of what it is drawn from. */
export const maxSample = 200
export const maxPopulation = 200_000

/** Bounds of a pack, of the entries of the log in it, and of the records of which it has a PDF. */
export const maxInPack = { records: 10_000, photos: 20_000, bytes: 3_900_000_000, log: 50_000, documents: 300 } as const
/** Packs of a pass that are kept, and for how long. */
export const maxPacks = 3
export const packKeptFor = 30 * 24 * 3600_000
export const packStates = ['waiting', 'working', 'ready', 'failed'] as const

/** Bound of the views that a record tells of, the latest ones. */
export const maxViewsShown = 20

/** Bound of the places of which a pass counts the records. */
export const maxPlaces = 200

/** The value of the filter by places for records without one. */
export const nowhere = 'none'

/** What a record came to, by which a pass filters: submissions failed, findings are open or closed. */
export const recordStates = ['failed', 'open', 'closed'] as const
export type RecordState = (typeof recordStates)[number]

/** What a pass that renews another says of a record. `any` filters new and changed ones. */
export const sinceMarks = ['new', 'changed', 'closed', 'open'] as const
export type SinceMark = (typeof sinceMarks)[number]
export const sinceFilters = ['any', ...sinceMarks] as const
export type SinceFilter = (typeof sinceFilters)[number]
/** Bounds of what an inspector writes: findings with their photos, picked records, and days until a finding is due. */
export const maxPassFindings = 200
export const maxFindingPhotos = 5
export const maxPicks = 500
export const maxDueDays = 1_100
/** Locations that a finding can name. */
export const maxPassLocations = 500

/** Whether the corrective task of a finding is open, was done, or ended otherwise. */
export const findingStates = ['open', 'done', 'ended'] as const
/** What happens to a request for evidence. A reopened one has lost its answer: its task was undone. */
export const requestActions = ['asked', 'asked_again', 'withdrew', 'answered', 'reopened'] as const
export const requestStates = ['open', 'answered', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** Bounds of the requests of a pass, of the entries and words of one, and of the files of an answer. */
export const maxPassRequests = 200
export const maxRequestEntries = 50
export const maxRequestWords = 2000
export const maxAnswerFiles = 10

/** Whether papers, which can bear names that nothing replaces, are opened by a pass. */
export const opensPapers = (pass: { showsNames: boolean; opensPapers: boolean }): boolean =>
  pass.showsNames || pass.opensPapers

/**
 * A pass lets somebody in who has no account: managers of the whole company issue it, as they issue API keys. No key
 * issues one.
 */
export const passRules: Rules = (allow, actor) => {
  if (!actor.isCompanyManager || actor.isKey) return
  allow('manage', 'Pass', { companyId: actor.companyId })
  allow('manage', 'PassTemplate', { companyId: actor.companyId })
}
