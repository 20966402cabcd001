/** Tells the people responsible for certificates when one ends: 30, 7 and 1 days before, in the company's time zone. */
import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { stoppingKinds, tellDays } from '#shared/certificates/rules.ts'
import { findCompany, zoneOfCompany } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { ofLivingCompany } from '../companies/table.ts'
import type { Context, Topic } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { eachCompany, fairShare } from '../lib/jobs/eachCompany.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { dayAt, daysFrom } from '../lib/localDays.ts'
import { notify } from '../notifications/commands.ts'
import { recomputeSubjects } from '../subjects/commands.ts'
import { vehicles } from '../vehicles/table.ts'
import { eraseFilesOf } from './commands.ts'
import { type CertificateRow, shownCertificate } from './queries.ts'
import { papers } from './table.ts'

export const eraseArchivedCertificates: Job<object> = {
  name: 'papers.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, papers)
    await eraseFilesOf(db, erased)
    await requeueIf(db, services, 'papers.erase-archived', erased.length === maxErased)
  },
}

type Ending = { name: string; day: string; href: string; paperId: number }
export const certificateEnds: Topic<Ending> = {
  name: 'paper.ends',
  bell: ({ name, day, href, paperId }) => ({ values: { name, day }, href, about: `paper ${paperId}` }),
}

/** Certificates at a time; the rest waits for the next hour. */
const maxAtOnce = 1_000

const endsWithin = (days: number) => sql`${papers.validUntil} <= current_date + ${days}::int`
const notToldOf = (days: number, next: number | undefined) =>
  next === undefined
    ? isNotTold(days)
    : and(isNotTold(days), sql`${papers.validUntil} > current_date + ${next - 1}::int`)
const isNotTold = (days: number) => or(isNull(papers.toldDays), gt(papers.toldDays, days))

const isToTell = () =>
  and(
    isNull(papers.archivedAt),
    // A day more on either side: which day it is differs from company to company.
    sql`${papers.validUntil} >= current_date - 1`,
    or(...tellDays.map((days, index) => and(endsWithin(days + 1), notToldOf(days, tellDays[index - 1])))),
  )

/** Hourly, because midnight is not the same everywhere. */
export const certificateEndings: Job<object> = {
  name: 'papers.endings',
  schedule: '25 * * * *',
  work: async (_, { db, services }) => {
    const found = await db
      .select({ certificate: papers })
      .from(papers)
      .where(fairShare(papers, and(isToTell(), ofLivingCompany(papers.companyId)), papers.validUntil, maxAtOnce))
    const stopped = await newlyEnded(db)
    // Works after the commit, so that no connection of the queue is held.
    return async () => {
      const ended = Map.groupBy(stopped, one => one.companyId)
      const ending = Map.groupBy(found, one => one.certificate.companyId)
      await eachCompany(services, 'papers.endings', [...ended.keys(), ...ending.keys()], async companyId => {
        const subjects = (ended.get(companyId) ?? []).map(({ vehicleId }) => ({
          type: 'vehicle' as const,
          id: vehicleId,
        }))
        if (subjects.length > 0)
          await inCompany(services, companyId, 'paper_ends', ctx => recomputeSubjects(ctx, companyId, subjects))
        for (const { certificate } of ending.get(companyId) ?? [])
          await inCompany(services, companyId, 'paper_ends', ctx => notifyOfEnd(ctx, certificate))
      })
    }
  },
}

/**
 * Finds vehicles whose required certificate has ended and which are not at stop yet. The day is that of the company's
 * time zone.
 */
async function newlyEnded(db: Database): Promise<{ companyId: number; vehicleId: number }[]> {
  const rows = await db
    .selectDistinct({ companyId: papers.companyId, vehicleId: papers.vehicleId })
    .from(papers)
    .innerJoin(vehicles, and(eq(vehicles.companyId, papers.companyId), eq(vehicles.id, papers.vehicleId)))
    .where(
      and(
        ...[isNull(papers.archivedAt), ofLivingCompany(papers.companyId)],
        ...[inArray(papers.kind, stoppingKinds), ne(vehicles.status, 'stop')],
      ),
    )
    .groupBy(papers.companyId, papers.vehicleId, papers.kind)
    .having(sql`bool_and(${papers.validUntil} is not null) and max(${papers.validUntil}) <= current_date`)
    .limit(maxAtOnce)
  return rows.flatMap(({ companyId, vehicleId }) => (vehicleId === null ? [] : { companyId, vehicleId }))
}

/** Tells of the end once: who was here before in the meantime has done it. */
async function notifyOfEnd(ctx: Context, certificate: CertificateRow): Promise<void> {
  const { id, companyId, validUntil } = certificate
  const zone = await zoneOfCompany(ctx.db, companyId)
  const left = validUntil === null ? -1 : daysFrom(dayAt(ctx.now, zone), validUntil)
  const due = left < 0 ? undefined : tellDays.find(days => left <= days)
  if (due === undefined || validUntil === null) return
  const [noted] = await ctx.db
    .update(papers)
    .set({ toldDays: due })
    .where(
      and(
        ...[eq(papers.companyId, companyId), eq(papers.id, id), eq(papers.validUntil, validUntil)],
        or(isNull(papers.toldDays), gt(papers.toldDays, due)),
      ),
    )
    .returning({ id: papers.id })
  if (!noted) return
  const people = await whoMay(ctx, 'update', 'Paper', certificate)
  const { vehicle_name: vehicle, holder_name: holder } = await shownCertificate(ctx, id)
  const name = vehicle ?? holder ?? (await findCompany(ctx.db, companyId))?.name ?? ''
  const href = certificate.vehicleId === null ? '/papers' : `/vehicles/${certificate.vehicleId}`
  const whose = certificate.holderId === null ? people : [...people, certificate.holderId]
  await notify(ctx, certificateEnds, whose, { name, day: validUntil, href, paperId: id })
}
