import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { snakeCase } from '#shared/lib/casing.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import {
  daysUnchecked,
  registry,
  type SubjectStatus,
  type SubjectType,
  subjectKey,
  subjectTypes,
  type UncheckedSince,
} from '#shared/subjects/registry.ts'
import { audit, auditEach, changesIn } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { PageRequest } from '../lib/registers/listing.ts'
import { accessRow, type RegisterTable, register } from '../lib/registers/register.ts'
import { listFindings } from './history.ts'
import { requireSeen } from './queries.ts'
import { registers, subjectColumnsOf } from './registers.ts'
import { lockRows, settle } from './statuses.ts'
import { historyColumns, subjectStatuses } from './table.ts'

export type Finding = {
  subject: SubjectRef
  state: SubjectStatus
  foundAt: Date
  submissionId?: number
  userId: number | null
  finding?: LocalizedText | undefined
  reason?: string | undefined
  amended?: boolean
}

/** Keeps findings and brings the rows that they are about up to date. What the company does not have is left out. */
export async function noteFindings(ctx: Context, companyId: number, findings: Finding[]): Promise<void> {
  const locked = await lockRows(
    ctx,
    companyId,
    findings.map(({ subject }) => subject),
  )
  const known = findings.filter(({ subject }) => locked.get(subject.type)?.has(subject.id))
  if (known.length === 0) return
  const rows = known.map(({ subject, ...finding }) => ({
    companyId,
    ...subjectColumnsOf(subject),
    ...finding,
    createdAt: ctx.now,
  }))
  await ctx.db.insert(subjectStatuses).values(rows)
  await settle(ctx, companyId, locked)
}

/** Brings the states of rows up to date with what speaks of them beside findings: of vehicles, their papers. */
export async function recomputeSubjects(ctx: Context, companyId: number, subjects: SubjectRef[]): Promise<void> {
  await settle(ctx, companyId, await lockRows(ctx, companyId, subjects))
}

/** Notes that somebody checked them. */
export async function noteChecked(ctx: Context, companyId: number, subjects: SubjectRef[], at: Date): Promise<void> {
  for (const [type, rows] of await lockRows(ctx, companyId, subjects)) {
    const table = registers[type]
    await ctx.db
      .update(table)
      .set({ lastCheckedAt: at })
      .where(
        and(
          eq(table.companyId, companyId),
          inArray(table.id, [...rows.keys()]),
          or(isNull(table.lastCheckedAt), lt(table.lastCheckedAt, at)),
        ),
      )
  }
}

/** Locks rows, all in one order, and returns what was last said of the state of each, by a form or a person. */
export async function latestStatusesOf(ctx: Context, companyId: number, subjects: SubjectRef[]) {
  const latest = new Map<string, typeof subjectStatuses.$inferSelect>()
  for (const [type, known] of await lockRows(ctx, companyId, subjects)) {
    const of = historyColumns[type]
    const rows = await ctx.db
      .selectDistinctOn([of])
      .from(subjectStatuses)
      .where(
        and(
          ...[eq(subjectStatuses.companyId, companyId), inArray(of, [...known.keys()])],
          isNull(subjectStatuses.withdrawnAt),
        ),
      )
      .orderBy(of, desc(subjectStatuses.foundAt), desc(subjectStatuses.id))
    for (const row of rows) latest.set(subjectKey({ type, id: row[registry[type].column] ?? 0 }), row)
  }
  return latest
}

/** Adds to what submissions said of rows, after findings of them were closed or opened. */
export const amendStatuses = (ctx: Context, companyId: number, amendments: Finding[]) =>
  noteFindings(
    ctx,
    companyId,
    amendments.map(one => ({ ...one, amended: true })),
  )

/**
 * Withdraws what a submission says, or with null lets what went into the archive with it count again, and brings up to
 * date what it spoke of. What a correction withdrew before stays so.
 */
export async function recomputeStatuses(
  ctx: Context,
  submission: { id: number; companyId: number; archivedAt: Date | null },
  withdrawnAt: Date | null,
): Promise<void> {
  const { id, companyId, archivedAt } = submission
  const { withdrawnAt: since } = subjectStatuses
  const meant = withdrawnAt !== null ? isNull(since) : archivedAt && eq(since, archivedAt)
  if (!meant) return
  const rows = await ctx.db
    .update(subjectStatuses)
    .set({ withdrawnAt })
    .where(and(eq(subjectStatuses.companyId, companyId), eq(subjectStatuses.submissionId, id), meant))
    .returning(historyColumns)
  const spokenOf = rows.flatMap(row =>
    subjectTypes.flatMap(type => (row[type] === null ? [] : { type, id: row[type] as number })),
  )
  await settle(ctx, companyId, await lockRows(ctx, companyId, spokenOf))
}

/** The condition that nobody has checked a row for so long. */
function notExamined(table: RegisterTable, since: UncheckedSince, now: Date): SQL | undefined {
  const { lastCheckedAt } = table as unknown as Record<'lastCheckedAt', AnyPgColumn>
  if (since === 'ever') return isNull(lastCheckedAt)
  return or(isNull(lastCheckedAt), lt(lastCheckedAt, new Date(now.getTime() - daysUnchecked[since] * 24 * 3600_000)))
}

/** Says of another row what was found of one, for findings are never rewritten. Returns the ids of what was said. */
export async function repeatFindings(
  ctx: Context,
  companyId: number,
  from: SubjectRef,
  to: SubjectRef,
): Promise<number[]> {
  const [of, as] = [from, to].map(({ type }) => sql.identifier(snakeCase(registry[type].column)))
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    insert into ${subjectStatuses}
      (company_id, ${as}, state, submission_id, user_id, finding, reason, found_at, amended)
    select company_id, ${to.id}, state, submission_id, user_id, finding, reason, found_at, amended
    from ${subjectStatuses}
    where company_id = ${companyId} and ${of} = ${from.id} and withdrawn_at is null order by id
    on conflict do nothing returning id`)
  await settle(ctx, companyId, await lockRows(ctx, companyId, [from, to]))
  return rows.map(({ id }) => id)
}

/** Takes back what was said so of a row. */
export async function withdrawRepeated(ctx: Context, companyId: number, ids: number[], of: SubjectRef): Promise<void> {
  const those = and(eq(subjectStatuses.companyId, companyId), inArray(subjectStatuses.id, ids))
  await ctx.db.update(subjectStatuses).set({ withdrawnAt: ctx.now }).where(those)
  await settle(ctx, companyId, await lockRows(ctx, companyId, [of]))
}

/** Columns by which a row names another one, as in its contract. */
const namingColumns = [
  { column: 'locationId', field: 'location_id', type: 'location' },
  { column: 'parentId', field: 'parent_id', type: 'location' },
  { column: 'animalGroupId', field: 'animal_group_id', type: 'animal_group' },
  { column: 'motherId', field: 'mother_id', type: 'animal' },
  { column: 'fatherId', field: 'father_id', type: 'animal' },
] as const
type Naming = Partial<Record<(typeof namingColumns)[number]['column'], number | null>>

/** The rows that drafts name, but for what `before` named already. */
const namedBy = (draft: Naming, before: Naming = {}) =>
  namingColumns.flatMap(({ column, field, type }) =>
    draft[column] === before[column] ? [] : [{ field, type, id: draft[column] }],
  )

type Entry = { id: number; companyId: number; archivedAt?: Date | null }
type Said = { id: number; state: SubjectStatus; reason: string }

/** The handlers of a register whose rows have a state; the arguments are those of `register`. */
export function subjectRegister<Table extends RegisterTable, Item>(
  type: SubjectType,
  table: Table,
  subject: string,
  present: (row: Table['$inferSelect']) => Item,
) {
  const handlers = register(type, table, subject, present)
  const note = (ctx: Context, action: AuditAction, { id, companyId }: Entry, details?: AuditDetails) =>
    audit(ctx, action, { type: subject, id, companyId }, details)
  const entryOf = async (ctx: Context, id: number, action: string) =>
    (await accessRow(ctx, table, subject, id, action)) as unknown as Entry
  const createMany = async (drafts: object[], ctx: Context): Promise<Item[]> => {
    await requireSeen(
      ctx,
      companyOf(ctx),
      drafts.flatMap(draft => namedBy(draft)),
    )
    const made = await handlers.createMany(drafts, ctx)
    const companyId = companyOf(ctx)
    const entries = (made as unknown as Entry[]).map(({ id }) => ({ type: subject, id, companyId }))
    await auditEach(ctx, 'entry.created', entries)
    return made
  }
  return {
    ...handlers,
    list: async (
      { unchecked, ...query }: Parameters<typeof handlers.list>[0] & { unchecked?: UncheckedSince | undefined },
      ctx: Context,
      also?: SQL,
    ) => handlers.list(query, ctx, and(also, unchecked && notExamined(table, unchecked, ctx.now))),
    create: async (draft: object, ctx: Context) => (await createMany([draft], ctx))[0] as Item,
    createMany,
    update: async (input: { id: number; revision?: number | undefined }, ctx: Context) => {
      const before = await entryOf(ctx, input.id, 'update')
      await requireSeen(ctx, before.companyId, namedBy(input as Naming, before as Naming))
      const item = await handlers.update(input, ctx)
      const changes = changesIn(before, input)
      if (Object.keys(changes).length > 0) await note(ctx, 'entry.updated', before, changes)
      return item
    },
    remove: async ({ id }: { id: number }, ctx: Context) => {
      const entry = await entryOf(ctx, id, 'delete')
      await handlers.remove({ id }, ctx)
      if (!entry.archivedAt) await note(ctx, 'entry.archived', entry)
      return null
    },
    restore: async ({ id }: { id: number }, ctx: Context) => {
      const entry = await entryOf(ctx, id, 'delete')
      const item = await handlers.restore({ id }, ctx)
      if (entry.archivedAt) await note(ctx, 'entry.restored', entry)
      return item
    },
    statuses: async ({ id, ...paging }: PageRequest & { id: number }, ctx: Context) => {
      const { companyId } = (await accessRow(ctx, table, subject, id, 'read')) as { companyId: number }
      return listFindings(ctx, companyId, { type, id }, paging)
    },
    setStatus: async ({ id, state, reason }: Said, ctx: Context) => {
      const { companyId } = (await accessRow(ctx, table, subject, id, 'update')) as { companyId: number }
      const said = { userId: ctx.actor.id, state, reason, foundAt: ctx.now }
      await noteFindings(ctx, companyId, [{ subject: { type, id }, ...said }])
      await audit(ctx, 'subject.status_set', { type: subject, id, companyId }, { state })
      return present(await accessRow(ctx, table, subject, id, 'read'))
    },
  }
}
