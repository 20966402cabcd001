/** What is made as a PDF and kept. */
export const documentKinds = ['submission', 'report', 'guide', 'form', 'sheet', 'book'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What can be asked for in the background: these, labels of forms and of places, and what is handed over once. */
export const askedKinds = [...documentKinds, 'labels', 'places', 'case'] as const
export type AskedKind = (typeof askedKinds)[number]

/** What leaves nothing behind: handed over once and gone, its moments rounded to the day (docs/decisions/0038-anonymous-cases.md). */
export const givenOnce: ReadonlySet<AskedKind> = new Set<AskedKind>(['case'])

/** A document is `waiting`, then `working`; then it can be fetched for a while, or it came to nothing. */
export const documentStates = ['waiting', 'working', 'ready', 'failed'] as const

/** For so long it can be fetched again. */
export const keptFor = 30 * 24 * 3600_000
/** Of one person, the latest. */
export const mostKept = 200
/** So many of one person are under way at most. */
export const mostUnderWay = 5
