/** Kinds of PDFs that are stored. */
const documentKinds = ['submission', 'report', 'guide', 'form', 'sheet', 'book'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Kinds that can be made in the background: the stored ones, labels, and those that are handed over once. */
export const askedKinds = [...documentKinds, 'labels', 'places', 'case'] as const
export type AskedKind = (typeof askedKinds)[number]

/**
 * Kinds that leave nothing behind: deleted when downloaded, with moments rounded to the day
 * (docs/decisions/0038-anonymous-cases.md).
 */
export const givenOnce: ReadonlySet<AskedKind> = new Set<AskedKind>(['case'])

/** States of a document: `waiting`, `working`, then available for a while, or failed. */
export const documentStates = ['waiting', 'working', 'ready', 'failed'] as const

/** Days for which it can be downloaded again. */
export const keptFor = 30 * 24 * 3600_000
/** Bound of stored documents per person; the latest stay. */
export const maxKept = 200
/** Bound of documents under way per person. */
export const maxUnderWay = 5

/** Books of animals that an inspector asks for. */
export const bookKinds = ['herd', 'movement', 'treatment'] as const
export type BookKind = (typeof bookKinds)[number]

export const bookFormats = ['pdf', 'xlsx', 'csv'] as const
export type BookFormat = (typeof bookFormats)[number]

/** Bounds of lines in a spreadsheet and on paper; longer periods are requested in parts. */
export const maxLines = { xlsx: 50_000, csv: 50_000, pdf: 3_000 } as const satisfies Record<BookFormat, number>

/** Bound of movements that are taken in at once; longer files are sent in parts. */
export const maxMovements = 200
/** Why a movement of another program was left out. */
export const leftReasons = ['not_understood', 'unknown_animal', 'unknown_group', 'refused'] as const

/** Years for which treatments are kept, even of animals that are gone (Regulation (EU) 2019/6, article 108). */
export const yearsOfTreatments = 5
