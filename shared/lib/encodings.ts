/** Encodings of text files: those of Unicode, and those that spreadsheets write in Europe and Arabia. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'windows-1256'] as const
export type Encoding = (typeof encodings)[number]
