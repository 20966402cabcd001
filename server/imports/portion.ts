/**
 * A portion of an import's lines, carried out as their person would by the calls of the register: what is wrong with one leaves the others
 * as they are. New rows are made many at once; where that is refused, by halves, until it is known of which line. All of it is one
 * transaction with what became of each line, so that nothing is done twice.
 */
import { setImmediate as others } from 'node:timers/promises'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { LineOutcome } from '#shared/imports/options.ts'
import { camelCase } from '#shared/lib/casing.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { problemOf } from '../lib/db/constraints.ts'
import { readInput } from '../lib/http/requestInput.ts'
import type { NounRoutes } from '../lib/http/routes.ts'
import type { CreateMany } from '../lib/noun.ts'
import { cellValue, type Names, named } from './cells.ts'
import { comparable, idsByName, rowsByKey } from './lookups.ts'
import { choicesByWord, fieldsOf, type RegisterField, registerContracts } from './registerFields.ts'
import { type ImportRow, type LineRow, registerImportLines } from './table.ts'

export const linesAtOnce = 100
/** After so many lines whoever waits for this process has a turn. */
const linesInOneGo = 10

/** What answers the calls of the registers, and what makes many rows where a call makes one. */
export type Calls = { routes: NounRoutes; many: ReadonlyMap<Endpoint, CreateMany> }
export type Done = { number: number; outcome: LineOutcome; errors: FieldErrors | null }

type Matched = { field: RegisterField; column: number }
type Portion = {
  import: ImportRow
  matched: Matched[]
  names: Names
  /** The rows that lines mean, by their key. */
  rows: Awaited<ReturnType<typeof rowsByKey>>
  facts: FileFacts
  calls: Calls
  released: PromiseLike<unknown>[]
  /** New rows that the next statement makes, in the order of their lines. */
  waiting: { number: number; draft: Draft }[]
  done: Done[]
}
type Draft = Record<string, unknown>
type Outcome = Omit<Done, 'number'>
type Meaning = { create: Draft } | { update: Draft } | Outcome

/** What is known of the whole file: it is read once for many portions. */
export type FileFacts = {
  /** By key the line in which it stands first, of those that stand in several. */
  firstAt: Map<string, number>
  /** Of a trial the names that its lines add, by the line in which each stands first. */
  added: Map<string, number>
}

export async function factsOf(ctx: Context, row: ImportRow): Promise<FileFacts> {
  const { type, key, matching, isTrial } = row
  const isNamed = fieldsOf(type).some(
    field => field.kind === 'reference' && field.of === type && field.name in matching,
  )
  const plain = key === 'plate' ? sql`translate(${cellAt(matching[key])}, ' -', '')` : cellAt(matching[key])
  return {
    firstAt: await firstLines(ctx, row, plain, 2),
    added: isTrial && isNamed ? await firstLines(ctx, row, cellAt(matching.name), 1) : new Map(),
  }
}

const cellAt = (column: number | undefined) => sql`lower(trim(cells[${(column ?? -1) + 1}::int]))`

/** By what stands in a column of at least so many lines the first of them. */
async function firstLines({ db }: Context, { companyId, id }: ImportRow, cell: SQL, least: number) {
  const { rows } = await db.execute<{ text: string; number: number }>(sql`
    select ${cell} as text, min(number) as number from register_import_lines
    where company_id = ${companyId} and import_id = ${id} and ${cell} <> '' group by 1 having count(*) >= ${least}::int`)
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

/** What became of the lines, in their order. What is none of a line's faults is thrown. */
export async function carryOut(
  ctx: Context,
  row: ImportRow,
  { lines, facts, calls }: { lines: LineRow[]; facts: FileFacts; calls: Calls },
): Promise<Done[]> {
  const prepared = await prepare(ctx, row, lines)
  const portion: Portion = { ...prepared, import: row, facts, calls, released: [], waiting: [], done: [] }
  for (const [index, line] of lines.entries()) {
    if (index % linesInOneGo === linesInOneGo - 1) await others()
    await carryOutLine(ctx, portion, line)
  }
  await createWaiting(ctx, portion)
  await Promise.all(portion.released)
  return portion.done.sort((one, other) => one.number - other.number)
}

async function prepare(
  ctx: Context,
  row: ImportRow,
  lines: LineRow[],
): Promise<Pick<Portion, 'matched' | 'names' | 'rows'>> {
  const { type, key } = row
  const matched = fieldsOf(type).flatMap(field => {
    const column = row.matching[field.name]
    return column === undefined ? [] : [{ field, column }]
  })
  const cellsOf = (column: number) => lines.flatMap(({ cells }) => cells[column] || [])
  const keys = [...new Set(cellsOf(row.matching[key] ?? -1).map(text => comparable(key, text)))]
  const rows = new Map<string, Map<string, number[]>>()
  const choices = new Map<string, Map<string, string>>()
  for (const { field, column } of matched) {
    if (field.kind === 'choice') choices.set(field.name, choicesByWord(ctx.services.texts, type, field))
    if (field.kind === 'reference') rows.set(field.name, await idsByName(ctx, field.of, cellsOf(column)))
  }
  const found = await rowsByKey(ctx, type, camelCase(key), keys)
  return { matched, names: { choices, rows }, rows: found }
}

async function carryOutLine(ctx: Context, portion: Portion, { number, cells }: LineRow): Promise<void> {
  const { waiting, done } = portion
  if (namesWaiting(portion, cells)) await createWaiting(ctx, portion)
  const meant = faultOr(() => meaningOf(portion, number, cells))
  if ('create' in meant) waiting.push({ number, draft: meant.create })
  else if ('update' in meant) {
    // It may take a mark from a row that an earlier line makes, or give one up.
    await createWaiting(ctx, portion)
    done.push({ number, ...(await attempt(ctx, portion, 'updated', () => update(ctx, portion, meant))) })
  } else done.push({ number, ...meant })
}

/** What there is to do for a line, as far as it can be told without asking: all that is wrong with it is thrown. */
function meaningOf(portion: Portion, number: number, cells: string[]): Meaning {
  const { type, key, matching } = portion.import
  const mark = comparable(key, cells[matching[key] ?? -1] ?? '')
  if (mark === '') throw invalidField(key, 'required')
  const first = portion.facts.firstAt.get(mark) ?? number
  if (first < number) throw invalidField(key, 'twice_in_file', { number: first })
  const [row, second] = portion.rows.get(mark) ?? []
  if (second) throw invalidField(key, 'several')
  const draft = draftOf(portion, number, cells)
  if (!row) return { create: read(registerContracts[type].create, draft) }
  const changes = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => (row[camelCase(name)] ?? null) !== value),
  )
  if (Object.keys(changes).length === 0) return { outcome: 'unchanged', errors: null }
  return { update: read(registerContracts[type].update, changes, { id: String(row.id) }) }
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

/** What is wrong with a line; throws what is none of its faults. */
function faultOf(error: unknown): Outcome {
  const problem = problemOf(error)
  if (!(problem instanceof Problem) || isNoFaultOfALine.has(problem.code)) throw error
  return { outcome: 'faulty', errors: problem.errors ?? { '': [{ code: problem.code }] } }
}

const isNoFaultOfALine = new Set(['internal', 'unavailable', 'storage_full'])

/** Does something that is either done or leaves no trace. */
async function attempt(
  ctx: Context,
  { released }: Portion,
  outcome: LineOutcome,
  act: () => Promise<unknown>,
): Promise<Outcome> {
  const before = { emissions: ctx.emissions.length, acts: ctx.beforeCommit.length, after: ctx.afterCommit.length }
  // Sent together with what is asked first, and let go with what comes next.
  const saved = ctx.db.execute(sql`savepoint line`)
  try {
    await Promise.all([act(), saved])
    released.push(ctx.db.execute(sql`release savepoint line`))
    return { outcome, errors: null }
  } catch (error) {
    const fault = faultOf(error)
    await ctx.db.execute(sql`rollback to savepoint line`)
    ctx.emissions.length = before.emissions
    ctx.beforeCommit.length = before.acts
    ctx.afterCommit.length = before.after
    return fault
  }
}

/** Makes the rows that wait, and notes what became of their lines. */
async function createWaiting(ctx: Context, portion: Portion): Promise<void> {
  const { waiting, done } = portion
  const { create: endpoint } = registerContracts[portion.import.type]
  const many = portion.calls.many.get(endpoint)
  const createThese = async (lines: typeof waiting): Promise<void> => {
    const [first] = lines
    if (!first) return
    const drafts = lines.map(({ draft }) => draft)
    const outcome = await attempt(ctx, portion, 'created', async () => {
      const made =
        many && lines.length > 1 ? await many(drafts, ctx) : [await call(ctx, portion, endpoint, first.draft)]
      for (const row of made) remember(portion, row as Made)
    })
    if (outcome.outcome === 'created' || lines.length === 1)
      return void done.push(...lines.map(({ number }) => ({ number, ...outcome })))
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
async function call(ctx: Context, { calls }: Portion, endpoint: Endpoint, input: Draft) {
  const found = calls.routes.find(route => route.endpoint === endpoint)
  if (!found) throw new Error(`Nothing answers ${endpoint.path}`)
  return found.handler(input, ctx)
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
function draftOf({ matched, names, facts }: Portion, number: number, cells: string[]): Draft {
  const draft: Draft = {}
  let errors: FieldErrors = {}
  for (const { field, column } of matched) {
    const cell = cells[column]?.trim()
    if (!cell) continue
    // An earlier line adds it, which a trial has taken back.
    const isPromised = field.kind === 'reference' && (facts.added.get(named(cell)) ?? number) < number
    if (isPromised && !names.rows.get(field.name)?.has(named(cell))) continue
    try {
      draft[field.name] = cellValue(field, cell, names)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      errors = { ...errors, ...error.errors }
    }
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return draft
}
