/** Books of animals that an inspector asks for. */
export const bookKinds = ['herd', 'movement', 'treatment'] as const
export type BookKind = (typeof bookKinds)[number]

export const bookFormats = ['pdf', 'xlsx'] as const
export type BookFormat = (typeof bookFormats)[number]

/** Bounds of lines in a spreadsheet and on paper; longer periods are requested in parts. */
export const maxLines = { xlsx: 50_000, pdf: 3_000 } as const satisfies Record<BookFormat, number>

/** Years for which treatments are kept, even of animals that are gone (Regulation (EU) 2019/6, article 108). */
export const yearsOfTreatments = 5
