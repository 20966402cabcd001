/** POST form/import: an uploaded XLSForm becomes a draft, with notes on what it could not carry over. */
import { z } from 'zod'
import { formCategories } from '#shared/forms/rules.ts'
import type { ImportNote } from '#shared/forms/xlsform.ts'
import { type Locale, languages } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import { fairnessKey } from '../../../lib/concurrency/fairnessKey.ts'
import type { Context } from '../../../lib/context.ts'
import { createForm } from '../../commands.ts'
import { keepTable } from '../../tables/commands.ts'
import { readTable } from '../../tables/queries.ts'
import { importInThread } from '../converter.ts'
import type { Fault, Note } from '../table.ts'
import type { GivenTables } from './attachedTables.ts'

/** More would not be read either. */
const maxFaults = 200

type Workbook = Awaited<ReturnType<typeof importInThread>>

/**
 * Reads the sent workbook in a thread. Throws 422 with the sheet and row of each fault; 415 for a file that is no
 * .xlsx, 413 for one that is too large.
 */
export async function readWorkbook(ctx: Context, named?: string): Promise<Workbook> {
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const fileName = upload.name.replace(/\.\w{1,5}$/, '').trim() || 'XLSForm'
  const turnKey = fairnessKey(ctx.actor, ctx.ip)
  const importing = { reader: ctx.locale, fileName, tables: await tablesNamed(ctx, named) }
  const read = await importInThread(turnKey, upload.content, importing).catch(describeError)
  if (read.faults.length > 0) throw new Problem('invalid', { errors: errorsOf(read.faults) })
  return read
}

/** Makes a form out of a workbook that was read. */
export async function importForm(ctx: Context, read: Workbook) {
  const { definition, form, tables } = read
  for (const { uuid, content } of tables) await keepTable(ctx, uuid, content)
  const category = z.enum(formCategories).safeParse(form.category)
  const created = await createForm(ctx, {
    definition,
    name: form.name,
    description: form.description,
    ...(category.success && { category: category.data }),
  })
  const notes = read.notes.map(note => presentNote(note, ctx.services.texts(ctx.locale), ctx.locale))
  return { form: created, notes }
}

const Named = z.record(z.string().max(200), z.uuid())

/** The tables that were added before, as the workbook calls them. */
async function tablesNamed(ctx: Context, named: string | undefined): Promise<GivenTables> {
  if (named === undefined) return {}
  const { data } = Named.safeParse(parsed(named))
  if (!data) throw invalidField('tables', 'wrong_type')
  const tables = await Promise.all(
    Object.entries(data).map(async ([name, uuid]) => [name, { uuid, content: await readTable(ctx, uuid) }] as const),
  )
  return Object.fromEntries(tables)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names a spreadsheet in the refusal of a file that is too large. */
function describeError(error: unknown): never {
  const isTooLarge = error instanceof Problem && error.code === 'too_large'
  throw isTooLarge ? new Problem('too_large', { text: 'workbook_too_large' }) : error
}

/** By sheet, row and column: "survey.12.relevant". */
function errorsOf(faults: Fault[]): FieldErrors {
  const first = faults.slice(0, maxFaults)
  const places = Map.groupBy(first, ({ sheet, row, column }) => `${sheet}.${row}.${column}`)
  return Object.fromEntries(
    [...places].map(([place, found]) => [place, found.map(({ code, values }) => ({ code: ofSheet(code), values }))]),
  )
}

/** In a form something may be gone; a sheet never had it. */
const sheetCodes: ReadonlyMap<string, string> = new Map([
  ['unknown_reference', 'xlsform_unknown_reference'],
  ['unknown_choice', 'xlsform_unknown_choice'],
  ['unknown_choice_set', 'xlsform_unknown_set'],
])
const ofSheet = (code: string): string => sheetCodes.get(code) ?? code

function presentNote({ sheet, row, column, code, values, reason }: Note, t: Translate, reader: Locale): ImportNote {
  const language = languages.find(({ locale }) => locale === values.language)?.name ?? values.language
  const why = reason === undefined ? '' : t(`problem.field.${ofSheet(reason)}`, values)
  const own = languages.find(({ locale }) => locale === reader)?.name
  return { sheet, row, column, code, message: t(`xlsform.notes.${code}`, { ...values, language, own, reason: why }) }
}
