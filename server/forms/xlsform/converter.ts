/**
 * Conversions between XLSForms and forms. A spreadsheet of thousands of rows takes seconds, in which nobody else would
 * be served, and one that was made to do harm takes as much time and memory as it gets: so they are done in a thread,
 * with limits to both, and companies take turns.
 */

import { contentsFor } from '#shared/forms/tables/contents.ts'
import { textsOf } from '#shared/forms/texts.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { locales } from '#shared/lib/language.ts'
import { Problem, type ProblemCode } from '#shared/lib/problem.ts'
import { fairnessKey } from '../../lib/concurrency/fairnessKey.ts'
import { inThread } from '../../lib/concurrency/threads.ts'
import type { Context } from '../../lib/context.ts'
import type { FormRow } from '../queries.ts'
import { answerTexts, type FormToExport } from './export/exportDefinition.ts'
import type { Imported, Importing } from './import/importDefinition.ts'
import type { Fault, Note } from './table.ts'

export type Conversion =
  | ({ direction: 'import'; content: Uint8Array } & Importing)
  | { direction: 'export'; form: FormToExport }

type ImportAnswer = Omit<Imported, 'findings'> & { notes: Note[]; faults: Fault[] }
type ExportAnswer = { content: Uint8Array }
export type ConversionAnswer = ImportAnswer | ExportAnswer | { problem: ProblemCode }

/**
 * What a workbook becomes. Throws 415 for a file that is none, 413 for one that is too large, takes too long or too
 * much memory.
 */
export const importInThread = (turnKey: string, content: Uint8Array, importing: Importing) =>
  convert(turnKey, { direction: 'import', content, ...importing }) as Promise<ImportAnswer>

/** The workbook that a form becomes. Throws 413 for a form that takes too long or too much memory. */
const exportInThread = (turnKey: string, form: FormToExport) =>
  convert(turnKey, { direction: 'export', form }) as Promise<ExportAnswer>

async function convert(turnKey: string, wanted: Conversion): Promise<ConversionAnswer> {
  const file = new URL('./converterThread.ts', import.meta.url)
  const answer = await inThread<Conversion, ConversionAnswer>('spreadsheet', turnKey, file, wanted)
  if ('problem' in answer) throw new Problem(answer.problem)
  return answer
}

/** GET form/{id}/export: the draft of a form as an XLSForm. */
export function exportForm(ctx: Context, form: FormRow): FileAnswer {
  const { draft, name, description, category, revision, id } = form
  const used = new Set(textsOf(draft).flatMap(({ text }) => locales.filter(locale => text[locale])))
  const whole: FormToExport = {
    definition: draft,
    name,
    description,
    category,
    formId: `tend_form_${id}`,
    version: String(revision),
    tables: contentsFor(draft),
    answers: answerTexts(ctx.services.texts, [...used]),
  }
  const called = name[draft.default_language] ?? `form ${id}`
  return async () => ({
    ...(await exportInThread(fairnessKey(ctx.actor, ctx.ip), whole)),
    filename: filenameOf(called, '.xlsx'),
  })
}
