/**
 * An import is `read` when its file is; then it is tried (`trying`, `tried`) and carried out (`working`, `done`). It can be cancelled, and
 * where it came to a stop it is taken up again from the line that it had come to.
 */
export const importStates = ['read', 'trying', 'tried', 'working', 'done', 'cancelled', 'failed'] as const

/** What became of a line, or would. */
export const lineOutcomes = ['created', 'updated', 'unchanged', 'faulty'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

export const maxImportedLines = 50_000
export const maxImportedColumns = 60
/** For so long the lines can be looked at; how the columns were matched is remembered longer. */
export const linesKeptFor = 14 * 24 * 3600_000

/** Encodings of text files: those of Unicode, and those that spreadsheets write in Europe and Arabia. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'windows-1256'] as const
export type Encoding = (typeof encodings)[number]
