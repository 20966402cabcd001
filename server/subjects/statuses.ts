/**
 * Status of the subjects of tasks and submissions: all findings are kept (`subject_statuses`), and the latest one
 * counts. Order is by the time of finding (of a form: when Complete was pressed), then by arrival, without findings of
 * archived submissions; so a late offline form never overrules a newer finding.
 */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { dayAt, endOfDay } from '../lib/localDays.ts'
import { broadcastToReaders, endedCertificatesOf } from './ports.ts'
import { registers } from './registers.ts'
import type { StoredStatus } from './statusTable.ts'
import { historyColumns, subjectStatuses } from './table.ts'

type Status = { status: StoredStatus; statusSince: Date | null }
/** Locked rows, as they are. */
export type Locked = Map<SubjectType, Map<number, Status>>

/** Takes the rows for this transaction; those that the company does not have are left out. */
export async function lockRows(ctx: Context, companyId: number, subjects: SubjectRef[]): Promise<Locked> {
  const locked: Locked = new Map()
  for (const type of subjectTypes) {
    const ids = subjects.filter(subject => subject.type === type).map(({ id }) => id)
    if (ids.length === 0) continue
    const table = registers[type]
    const rows = await ctx.db
      .select({ id: table.id, status: table.status, statusSince: table.statusSince })
      .from(table)
      .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))
      .orderBy(table.id)
      .for('no key update')
    locked.set(type, new Map(rows.map(({ id, ...status }) => [id, status])))
  }
  return locked
}

/** Writes what the findings say now beside each of the locked rows, and tells of it. */
export async function settle(ctx: Context, companyId: number, locked: Locked): Promise<void> {
  const changed: SubjectRef[] = []
  for (const [type, rows] of locked) {
    const known = [...rows.keys()]
    const latest = await latestFindings(ctx, companyId, type, known)
    const ended = type === 'vehicle' ? await stoppedByCertificates(ctx, companyId, known) : undefined
    const now = (id: number): Status => {
      const found = latest.get(id) ?? { status: 'unknown', statusSince: null }
      return found.status === 'stop' ? found : (ended?.get(id) ?? found)
    }
    const ids = [...rows].filter(([id, before]) => !isSame(before, now(id))).map(([id]) => id)
    // Findings of one submission are of one moment: few writes, however many rows.
    for (const some of Map.groupBy(ids, id => `${now(id).status} ${now(id).statusSince?.getTime()}`).values())
      await ctx.db
        .update(registers[type])
        .set(now(some[0] ?? 0))
        .where(and(eq(registers[type].companyId, companyId), inArray(registers[type].id, some)))
    changed.push(...ids.filter(id => isNews(rows.get(id), now(id))).map(id => ({ type, id })))
  }
  if (changed.length === 0) return
  broadcastToReaders(ctx, 'subjects.status_changed', companyId, changed)
}

async function latestFindings(ctx: Context, companyId: number, type: SubjectType, ids: number[]) {
  const of = historyColumns[type]
  const rows = await ctx.db
    .selectDistinctOn([of], { of, status: subjectStatuses.state, statusSince: subjectStatuses.foundAt })
    .from(subjectStatuses)
    .where(and(eq(subjectStatuses.companyId, companyId), inArray(of, ids), isNull(subjectStatuses.withdrawnAt)))
    .orderBy(of, desc(subjectStatuses.foundAt), desc(subjectStatuses.id))
  return new Map(rows.map(({ of: id, ...status }) => [id as number, status]))
}

/** Vehicles whose insurance or inspection has ended, at stop since its last day independent of findings. */
async function stoppedByCertificates(ctx: Context, companyId: number, ids: number[]): Promise<Map<number, Status>> {
  const timeZone = await zoneOfCompany(ctx.db, companyId)
  const ended = await endedCertificatesOf.queryOne(ctx.db, {
    ...{ companyId, vehicleIds: ids },
    today: dayAt(ctx.now, timeZone),
  })
  const first = Map.groupBy(ended, ({ vehicleId }) => vehicleId)
  return new Map(
    [...first].map(([id, its]) => {
      const day = its.map(({ validUntil }) => validUntil).sort()[0] ?? ''
      return [id, { status: 'stop', statusSince: endOfDay(day, timeZone) }]
    }),
  )
}

const isSame = (one: Status, other: Status) =>
  one.status === other.status && one.statusSince?.getTime() === other.statusSince?.getTime()

/** That all is still well, day after day, is no news. */
const isNews = (before: Status | undefined, now: Status) => before?.status !== now.status || now.status !== 'ok'
