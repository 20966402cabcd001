/**
 * A portion of an import's lines, carried out as their person would by the calls of the register, each line for itself: what is wrong with
 * one leaves the others as they are. All of it is one transaction with what became of each line, so that nothing is done twice.
 */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { LineOutcome } from '#shared/imports/options.ts'
import { camelCase } from '#shared/lib/casing.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import { problemOf } from '../lib/db/constraints.ts'
import { readInput } from '../lib/http/requestInput.ts'
import type { NounRoutes } from '../lib/http/routes.ts'
import { cellValue, type Names, named } from './cells.ts'
import { comparable, idsByName, rowsByKey } from './lookups.ts'
import { choicesByWord, fieldsOf, type RegisterField, registerContracts } from './registerFields.ts'
import { type ImportRow, type LineRow, registerImportLines } from './table.ts'

export const linesAtOnce = 50

/** What answers the calls of the registers. */
export type Calls = NounRoutes
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
}

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
  const portion = { ...(await prepare(ctx, row, lines)), import: row, facts, calls, released: [] }
  const done: Done[] = []
  for (const line of lines) done.push({ number: line.number, ...(await carryOutLine(ctx, portion, line)) })
  await Promise.all(portion.released)
  return done
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

type Outcome = Omit<Done, 'number'>

async function carryOutLine(ctx: Context, portion: Portion, line: LineRow): Promise<Outcome> {
  const before = { emissions: ctx.emissions.length, acts: ctx.beforeCommit.length, after: ctx.afterCommit.length }
  // Sent together with what the line asks first, and let go with what the next one does.
  const saved = ctx.db.execute(sql`savepoint line`)
  try {
    const [outcome] = await Promise.all([written(ctx, portion, line), saved])
    portion.released.push(ctx.db.execute(sql`release savepoint line`))
    return { outcome, errors: null }
  } catch (error) {
    const problem = problemOf(error)
    if (!(problem instanceof Problem) || isNoFaultOfALine.has(problem.code)) throw error
    await ctx.db.execute(sql`rollback to savepoint line`)
    ctx.emissions.length = before.emissions
    ctx.beforeCommit.length = before.acts
    ctx.afterCommit.length = before.after
    return { outcome: 'faulty', errors: problem.errors ?? { '': [{ code: problem.code }] } }
  }
}

const isNoFaultOfALine = new Set(['internal', 'unavailable', 'storage_full'])

async function written(ctx: Context, portion: Portion, { number, cells }: LineRow): Promise<LineOutcome> {
  const { type, key, matching } = portion.import
  const mark = comparable(key, cells[matching[key] ?? -1] ?? '')
  if (mark === '') throw invalidField(key, 'required')
  const first = portion.facts.firstAt.get(mark) ?? number
  if (first < number) throw invalidField(key, 'twice_in_file', { number: first })
  const [row, second] = portion.rows.get(mark) ?? []
  if (second) throw invalidField(key, 'several')
  const draft = draftOf(portion, number, cells)
  const { create, update } = registerContracts[type]
  if (!row) {
    const made = (await call(ctx, portion.calls, create, {}, draft)) as { id: number; name: string }
    remember(portion, type, made)
    return 'created'
  }
  const changes = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => (row[camelCase(name)] ?? null) !== value),
  )
  if (Object.keys(changes).length === 0) return 'unchanged'
  await call(ctx, portion.calls, update, { id: String(row.id) }, changes)
  return 'updated'
}

/** Later lines may name what an earlier one added, such as the place that another is a part of. */
function remember({ matched, names }: Portion, type: SubjectType, { id, name }: { id: number; name: string }): void {
  for (const { field } of matched) {
    if (field.kind !== 'reference' || field.of !== type) continue
    const ids = names.rows.get(field.name)
    ids?.set(named(name), [...(ids.get(named(name)) ?? []), id])
  }
}

/** Cells with nothing in them say nothing. All that is wrong is said together. */
function draftOf({ matched, names, facts }: Portion, number: number, cells: string[]): Record<string, unknown> {
  const draft: Record<string, unknown> = {}
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

/** Makes a call of a register as a request would. */
async function call(ctx: Context, calls: Calls, endpoint: Endpoint, params: Record<string, string>, body: object) {
  const found = calls.find(route => route.endpoint === endpoint)
  if (!found) throw new Error(`Nothing answers ${endpoint.path}`)
  return found.handler(readInput(endpoint, { params, query: {}, fields: {}, body }), ctx)
}
