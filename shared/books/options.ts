/** What an inspector asks for of animals. */
export const bookKinds = ['herd', 'movement', 'treatment'] as const
export type BookKind = (typeof bookKinds)[number]

export const bookFormats = ['pdf', 'xlsx'] as const
export type BookFormat = (typeof bookFormats)[number]

/** So many lines are in a spreadsheet at most, and so many on paper; more is asked for by shorter periods. */
export const mostLines = { xlsx: 50_000, pdf: 3_000 } as const satisfies Record<BookFormat, number>

/** For so many years what was given to animals is kept, whatever becomes of them (Regulation (EU) 2019/6, article 108). */
export const yearsOfTreatments = 5
