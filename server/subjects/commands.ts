import { and, eq } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { SubjectStatus } from '#shared/lib/subjectStatuses.ts'
import { type SubjectRef, type SubjectType, subjectTypes } from '#shared/lib/subjects.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { PageRequest } from '../lib/listing.ts'
import { accessRow, type RegisterTable, register } from '../lib/register.ts'
import { listFindings } from './history.ts'
import { subjectColumns } from './queries.ts'
import { lockRows, settle } from './statuses.ts'
import { subjectStatuses } from './table.ts'

export type Finding = {
  subject: SubjectRef
  state: SubjectStatus
  foundAt: Date
  submissionId?: number
  userId: number | null
  finding?: LocalizedText | undefined
  reason?: string | undefined
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
    ...subjectColumns(subject),
    ...finding,
    createdAt: ctx.now,
  }))
  await ctx.db.insert(subjectStatuses).values(rows)
  await settle(ctx, companyId, locked)
}

/** Brings up to date what a submission spoke of, once it counts again or no longer. */
export async function settleAfter(ctx: Context, submission: { id: number; companyId: number }): Promise<void> {
  const { animalId, animalGroupId, locationId, vehicleId } = subjectStatuses
  const { id, companyId } = submission
  const rows = await ctx.db
    .select({ animal: animalId, animal_group: animalGroupId, location: locationId, vehicle: vehicleId })
    .from(subjectStatuses)
    .where(and(eq(subjectStatuses.companyId, companyId), eq(subjectStatuses.submissionId, id)))
  const spokenOf = rows.flatMap(row =>
    subjectTypes.flatMap(type => (row[type] === null ? [] : { type, id: row[type] as number })),
  )
  await settle(ctx, companyId, await lockRows(ctx, companyId, spokenOf))
}

type Said = { id: number; state: SubjectStatus; reason: string }

/** The handlers of a register whose rows have a state; the arguments are those of `register`. */
export function subjectRegister<Table extends RegisterTable, Item>(
  type: SubjectType,
  table: Table,
  subject: string,
  present: (row: Table['$inferSelect']) => Item,
  marks?: AnyPgColumn[],
) {
  return {
    ...register(table, subject, present, marks),
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
