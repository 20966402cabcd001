/**
 * Conversions between XLSForms and forms. A spreadsheet of thousands of rows takes seconds, in which nobody else would be served, and
 * one that was made to do harm takes as much time and memory as it gets: so they are done in a thread, with limits to both, and companies
 * take turns.
 */

import { Problem, type ProblemCode } from '#shared/lib/problem.ts'
import { inThread } from '../../lib/heavy/threads.ts'
import type { FormToExport } from './export/exportDefinition.ts'
import type { Fault, Note } from './findings.ts'
import type { Imported, Importing } from './import/importDefinition.ts'

export type Conversion =
  | ({ direction: 'import'; content: Uint8Array } & Importing)
  | { direction: 'export'; form: FormToExport }

export type ImportAnswer = Omit<Imported, 'findings'> & { notes: Note[]; faults: Fault[] }
type ExportAnswer = { content: Uint8Array }
export type ConversionAnswer = ImportAnswer | ExportAnswer | { problem: ProblemCode }

/** What a workbook becomes. Throws 415 for a file that is none, 413 for one that is too large, takes too long or too much memory. */
export const importInThread = (whose: string, content: Uint8Array, importing: Importing) =>
  convert(whose, { direction: 'import', content, ...importing }) as Promise<ImportAnswer>

/** The workbook that a form becomes. Throws 413 for a form that takes too long or too much memory. */
export const exportInThread = (whose: string, form: FormToExport) =>
  convert(whose, { direction: 'export', form }) as Promise<ExportAnswer>

async function convert(whose: string, wanted: Conversion): Promise<ConversionAnswer> {
  const file = new URL('./converterThread.ts', import.meta.url)
  const answer = await inThread<Conversion, ConversionAnswer>('spreadsheet', whose, file, wanted)
  if ('problem' in answer) throw new Problem(answer.problem)
  return answer
}
