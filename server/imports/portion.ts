/**
 * Carries out a portion of an import's lines, as the person would by the calls of the register, in one transaction with
 * the outcomes of the lines. New rows are created in bulk; a refused bulk is halved until the faulty line is found.
 */
import { setImmediate as others } from 'node:timers/promises'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { LineOutcome } from '#shared/exports/rules.ts'
import { camelCase } from '#shared/lib/casing.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { problemOf } from '../lib/db/constraints.ts'
import { readInput } from '../lib/http/requestInput.ts'
import type { ModuleRoutes } from '../lib/http/routes.ts'
import type { CreateMany } from '../module.ts'
import { cellValue, comparable, idsByName, type Names, named, namesOf, rowsByKey } from './lookups.ts'
import { choicesByWord, fieldsOf, idName, type RegisterField, registerContracts } from './registerFields.ts'
import { type ImportRow, type LineRow, registerImportLines } from './table.ts'

export const linesAtOnce = 100
/** After this many lines other work of this process has a turn. */
const linesInOneGo = 10

/** What answers the calls of the registers, and what makes many rows where a call makes one. */
export type Calls = { routes: ModuleRoutes; many: ReadonlyMap<Endpoint, CreateMany> }
export type Done = {
  number: number
  outcome: LineOutcome
  errors: FieldErrors | null
  rowId?: number
  before?: Record<string, unknown>
}

type Matched = { field: RegisterField; column: number }
type Rows = Awaited<ReturnType<typeof rowsByKey>>
type Row = Record<string, unknown> & { id: number }
/** What the cells of some lines are read with. */
export type Reading = {
  import: ImportRow
  matched: Matched[]
  names: Names
  /** The rows that lines mean, by their key. */
  rows: Rows
  /** By their names, for lines without a key whose id says which row of that name it is. */
  rowsByName: Rows
  /** The names of what these rows point at now, by field. */
  present: ReadonlyMap<string, ReadonlyMap<number, string>>
  facts: FileFacts
}
type Portion = Reading & {
  calls: Calls
  released: PromiseLike<unknown>[]
  /** New rows that the next statement makes, in the order of their lines. */
  waiting: { number: number; draft: Draft }[]
  done: Done[]
}
type Draft = Record<string, unknown>
type Outcome = Omit<Done, 'number'>
type Meaning = { create: Draft } | { update: Draft; before: Draft } | Outcome

/** Facts about the whole file, read once for many portions. */
export type FileFacts = {
  /** By key the line in which it stands first, of those that stand in several. */
  firstAt: Map<string, number>
  /** The same of names, among the lines without a key. */
  bareAt: Map<string, number>
  /** Of a trial the names that its lines add, by the line in which each stands first. */
  added: Map<string, number>
}

export async function factsOf(ctx: Context, row: ImportRow): Promise<FileFacts> {
  const { type, key, matching, isTrial } = row
  const isNamed = fieldsOf(type).some(
    field => field.kind === 'reference' && field.of === type && field.name in matching,
  )
  const keyValue = key === 'name' ? cellAt(matching[key]) : sql`normalized_identifier(${cellAt(matching[key])})`
  const plain = key === 'plate' ? sql`translate(${keyValue}, ' -', '')` : keyValue
  const hasNames = key !== 'name' && matching.name !== undefined
  const bareName = sql`case when coalesce(${plain}, '') = '' then ${cellAt(matching.name)} else '' end`
  return {
    firstAt: await firstLines(ctx, row, plain, 2),
    bareAt: hasNames ? await firstLines(ctx, row, bareName, 2) : new Map(),
    added: isTrial && isNamed ? await firstLines(ctx, row, cellAt(matching.name), 1) : new Map(),
  }
}

/** As `named` and `comparable` have it. */
const cellAt = (column: number | undefined) => sql`lower(normalized_text(cells[${(column ?? -1) + 1}::int]))`

/** The first line of each value that at least `least` lines have in a column. */
async function firstLines({ db }: Context, { companyId, id }: ImportRow, cell: SQL, least: number) {
  const { rows } = await db.execute<{ text: string; number: number }>(sql`
    select ${cell} as text, min(number) as number from register_import_lines
    where company_id = ${companyId} and import_id = ${id} and ${cell} <> '' group by 1
      having count(*) >= ${least}::int`)
  return new Map(rows.map(({ text, number }) => [text, number]))
}

/** The next lines that are open, locked. */
export const openLines = (ctx: Context, { companyId, id }: ImportRow): Promise<LineRow[]> =>
  ctx.db
    .select()
    .from(registerImportLines)
    .where(
      and(
        eq(registerImportLines.companyId, companyId),
        eq(registerImportLines.importId, id),
        isNull(registerImportLines.outcome),
      ),
    )
    .orderBy(asc(registerImportLines.number))
    .limit(linesAtOnce)
    .for('update')

/** The results of the lines, in their order. Throws errors that are not a line's fault. */
export async function carryOut(
  ctx: Context,
  row: ImportRow,
  { lines, facts, calls }: { lines: LineRow[]; facts: FileFacts; calls: Calls },
): Promise<Done[]> {
  const reading = await readingOf(ctx, row, lines, facts)
  const portion: Portion = { ...reading, calls, released: [], waiting: [], done: [] }
  for (const [index, line] of lines.entries()) {
    if (index % linesInOneGo === linesInOneGo - 1) await others()
    await carryOutLine(ctx, portion, line)
  }
  await createWaiting(ctx, portion)
  await Promise.all(portion.released)
  return portion.done.sort((one, other) => one.number - other.number)
}

/** Looks up all that some lines name. */
export async function readingOf(ctx: Context, row: ImportRow, lines: LineRow[], facts: FileFacts): Promise<Reading> {
  const { type, key, matching } = row
  const matched = fieldsOf(type).flatMap(field => {
    const column = row.matching[field.name]
    return column === undefined ? [] : [{ field, column }]
  })
  const cellsOf = (column: number) => lines.flatMap(({ cells }) => cells[column] || [])
  const keysIn = (name: string) => [...new Set(cellsOf(matching[name] ?? -1).map(text => comparable(name, text)))]
  const rows = new Map<string, Map<string, number[]>>()
  const choices = new Map<string, Map<string, string>>()
  for (const { field, column } of matched) {
    if (field.kind === 'choice') choices.set(field.name, choicesByWord(ctx.services.texts, type, field, row.language))
    if (field.kind === 'reference') rows.set(field.name, await idsByName(ctx, field.of, cellsOf(column)))
  }
  const found = await rowsByKey(ctx, type, camelCase(key), keysIn(key))
  const isByName =
    key !== 'name' && matching.name !== undefined && lines.some(({ cells }) => !cells[matching[key] ?? -1])
  const byName: Rows = isByName ? await rowsByKey(ctx, type, 'name', keysIn('name')) : new Map()
  const present = new Map<string, Map<number, string>>()
  for (const { field } of matched) {
    if (field.kind !== 'reference') continue
    const ids = [...found.values(), ...byName.values()]
      .flat()
      .flatMap(one => (one[camelCase(field.name)] as number | null) ?? [])
    present.set(field.name, await namesOf(ctx, field.of, ids))
  }
  return { import: row, facts, matched, names: { choices, rows }, rows: found, rowsByName: byName, present }
}

async function carryOutLine(ctx: Context, portion: Portion, line: LineRow): Promise<void> {
  const { waiting, done } = portion
  const { number, cells } = line
  if (namesWaiting(portion, cells)) await createWaiting(ctx, portion)
  const meant = faultOr(() => meaningOf(portion, line))
  if ('create' in meant) waiting.push({ number, draft: meant.create })
  else if ('update' in meant) {
    // It may take an identifier from a row that an earlier line creates, or give one up.
    await createWaiting(ctx, portion)
    const outcome = await attempt(ctx, portion, 'updated', () => update(ctx, portion, meant))
    const changed = outcome.outcome === 'updated' && { rowId: Number(meant.update.id), before: meant.before }
    done.push({ number, ...outcome, ...changed })
  } else done.push({ number, ...meant })
}

/** What there is to do for a line, as far as it can be told without asking: all that is wrong with it is thrown. */
function meaningOf(portion: Reading, line: LineRow): Meaning {
  const { type, headings } = portion.import
  if (line.cells.length > headings.length) throw invalidField('', 'line_too_wide', { line: line.number })
  const row = rowOf(portion, line)
  const draft = draftOf(portion, line, row)
  if (!row) return { create: read(registerContracts[type].create, draft) }
  const changes = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => (row[camelCase(name)] ?? null) !== value),
  )
  if (Object.keys(changes).length === 0) return { outcome: 'unchanged', errors: null }
  const update = read(registerContracts[type].update, changes, { id: String(row.id) })
  // Another dash or a blank more is no change: texts are compared as they would be kept.
  const isKept = (name: string) => (row[camelCase(name)] ?? null) === (update[camelCase(name)] ?? null)
  if (Object.keys(changes).every(isKept)) return { outcome: 'unchanged', errors: null }
  const before = Object.fromEntries(Object.keys(changes).map(name => [camelCase(name), row[camelCase(name)] ?? null]))
  return { update, before }
}

/**
 * The row that a line means: the one of its key, or the one of its key or name that also has its id. An id alone finds
 * none, because another installation counts its rows from 1 too.
 */
export function rowOf({ import: { key, matching }, rows, rowsByName, facts }: Reading, line: LineRow): Row | undefined {
  const cellOf = (name: string) => line.cells[matching[name] ?? -1] ?? ''
  const keyValue = comparable(key, cellOf(key))
  const name = comparable('name', cellOf('name'))
  const alike = keyValue === '' ? (rowsByName.get(name) ?? []) : (rows.get(keyValue) ?? [])
  const id = line.typed?.[matching[idName] ?? -1] || cellOf(idName)
  const same = id === '' ? undefined : alike.find(row => row.id === Number(id))
  if (same) return same
  if (keyValue === '') return rowWithoutKey(key, name, { alike, first: facts.bareAt.get(name) ?? line.number, line })
  const first = facts.firstAt.get(keyValue) ?? line.number
  if (first < line.number) throw invalidField(key, 'twice_in_file', { number: first })
  if (alike.length > 1) throw invalidField(key, 'several')
  return alike[0]
}

type Bare = { alike: Row[]; first: number; line: LineRow }

/**
 * A line without an identifier means the row of its name that has none either, or a new one. Nothing tells two lines of
 * one name apart, so the second is refused.
 */
function rowWithoutKey(key: string, name: string, { alike, first, line }: Bare): Row | undefined {
  if (key === 'name' || name === '') throw invalidField(key, 'required')
  if (first < line.number) throw invalidField('name', 'twice_in_file', { number: first })
  const bare = alike.filter(row => (row[camelCase(key)] ?? null) === null)
  if (bare.length > 1) throw invalidField('name', 'several')
  return bare[0]
}

/** As a request would be read. */
const read = (endpoint: Endpoint, body: Draft, params: Record<string, string> = {}): Draft =>
  readInput(endpoint, { params, query: {}, fields: {}, body })

function faultOr(meaning: () => Meaning): Meaning {
  try {
    return meaning()
  } catch (error) {
    return faultOf(error)
  }
}

/** The faults of a line. Throws any other error. */
function faultOf(error: unknown): Outcome {
  const problem = problemOf(error)
  if (!(problem instanceof Problem) || isNoFaultOfALine.has(problem.code)) throw error
  return { outcome: 'faulty', errors: problem.errors ?? { '': [{ code: problem.code }] } }
}

const isNoFaultOfALine = new Set(['internal', 'unavailable', 'storage_full'])

/** Does something that is either done or leaves no trace. */
export async function attempt(
  ctx: Context,
  { released }: Pick<Portion, 'released'>,
  outcome: LineOutcome,
  act: () => Promise<unknown>,
): Promise<Outcome> {
  const before = {
    outgoingEvents: ctx.outgoingEvents.length,
    acts: ctx.beforeCommit.length,
    after: ctx.afterCommit.length,
  }
  // Sent together with what is asked first, and let go with what comes next.
  const saved = ctx.db.execute(sql`savepoint line`)
  try {
    await Promise.all([act(), saved])
    released.push(ctx.db.execute(sql`release savepoint line`))
    return { outcome, errors: null }
  } catch (error) {
    const fault = faultOf(error)
    await ctx.db.execute(sql`rollback to savepoint line`)
    ctx.outgoingEvents.length = before.outgoingEvents
    ctx.beforeCommit.length = before.acts
    ctx.afterCommit.length = before.after
    return fault
  }
}

/** Creates the rows that wait, and stores the results of their lines. */
async function createWaiting(ctx: Context, portion: Portion): Promise<void> {
  const { waiting, done } = portion
  const { create: endpoint } = registerContracts[portion.import.type]
  const many = portion.calls.many.get(endpoint)
  const createThese = async (lines: typeof waiting): Promise<void> => {
    const [first] = lines
    if (!first) return
    const drafts = lines.map(({ draft }) => draft)
    let made: readonly unknown[] = []
    const outcome = await attempt(ctx, portion, 'created', async () => {
      made = many && lines.length > 1 ? await many(drafts, ctx) : [await call(ctx, portion, endpoint, first.draft)]
      for (const row of made) remember(portion, row as Made)
    })
    const idOf = (index: number) => outcome.outcome === 'created' && { rowId: (made[index] as Made).id }
    if (outcome.outcome === 'created' || lines.length === 1)
      return void done.push(...lines.map(({ number }, index) => ({ number, ...outcome, ...idOf(index) })))
    const half = Math.ceil(lines.length / 2)
    await createThese(lines.slice(0, half))
    await createThese(lines.slice(half))
  }
  const lines = waiting.splice(0)
  if (many) return createThese(lines)
  for (const line of lines) await createThese([line])
}

const update = (ctx: Context, portion: Portion, { update: changes }: { update: Draft }) =>
  call(ctx, portion, registerContracts[portion.import.type].update, changes)

/** Makes a call of a register as a request would. */
export async function call(ctx: Context, { calls }: { calls: Calls }, endpoint: Endpoint, input: Draft) {
  const found = calls.routes.find(route => route.endpoint === endpoint)
  if (!found) throw new Error(`Nothing answers ${endpoint.path}`)
  return found.handler.handle?.(input as never, ctx, undefined as never)
}

/** Whether a line names a row that is not made yet, such as the place that another is a part of. */
function namesWaiting({ matched, waiting, import: { type } }: Portion, cells: string[]): boolean {
  if (waiting.length === 0) return false
  return matched.some(({ field, column }) => {
    const cell = named(cells[column] ?? '')
    if (cell === '' || field.kind !== 'reference' || field.of !== type) return false
    return waiting.some(({ draft }) => named(String(draft.name)) === cell)
  })
}

type Made = { id: number; name: string }

/** Later lines may name what an earlier one added. */
function remember({ matched, names, import: { type } }: Portion, { id, name }: Made): void {
  for (const { field } of matched) {
    if (field.kind !== 'reference' || field.of !== type) continue
    const ids = names.rows.get(field.name)
    ids?.set(named(name), [...(ids.get(named(name)) ?? []), id])
  }
}

/** Cells with nothing in them say nothing. All that is wrong is said together. */
function draftOf(reading: Reading, line: LineRow, row: Row | undefined): Draft {
  const draft: Draft = {}
  let errors: FieldErrors = {}
  for (const matched of reading.matched) {
    try {
      const value = columnValue(reading, matched, line, row)
      if (value !== undefined) draft[matched.field.name] = value
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      errors = { ...errors, ...error.errors }
    }
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return draft
}

/**
 * What a line gives a field: nothing where its cell is empty, and where it names what an earlier line of a trial adds.
 * A cell that shows what the row has already keeps it, even where several have that name or it is in the archive.
 */
export function columnValue(
  { import: { language, readings }, names, facts, present }: Reading,
  { field, column }: Matched,
  line: LineRow,
  row: Row | undefined,
): unknown {
  const { name, kind } = field
  const text = line.cells[column]?.trim()
  if (!text) return undefined
  const has = row?.[camelCase(name)] ?? null
  if (kind === 'text' && typeof has === 'string' && plainLines(has) === plainLines(text)) return has
  if (kind === 'reference') {
    if (has !== null && named(present.get(name)?.get(Number(has)) ?? '') === named(text)) return has
    const isPromised = (facts.added.get(named(text)) ?? line.number) < line.number
    if (isPromised && !names.rows.get(name)?.has(named(text))) return undefined
  }
  return cellValue(field, { text, typed: line.typed?.[column], reading: readings[column] }, { language, names })
}

/** Spreadsheets keep neither carriage returns nor control characters. */
const plainLines = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim()
