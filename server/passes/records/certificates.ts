/** Certificates of vehicles and of the company in a pass. Those of people are never inside. */
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { PassRecord } from '#shared/passes/passPage.ts'
import { papers } from '../../certificates/table.ts'
import { inIds } from '../../lib/db/searchIds.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { vehicles } from '../../vehicles/table.ts'
import {
  type Filters,
  type KindOfRecords,
  laterChange,
  namedAmong,
  onDays,
  type Reading,
  withinPass,
} from '../reading.ts'

/** Certificates are of no day: those that had ended before the period, or came after it, are left out. */
const certificatesWithin = (reading: Reading): SQL | undefined =>
  and(
    withinPass(reading, papers, { notedAt: papers.createdAt, archivedAt: papers.archivedAt }),
    isNull(papers.holderId),
    onDays(papers.validUntil, reading.open.pass.firstDay, null, 'or_none'),
    onDays(papers.issuedOn, null, reading.open.pass.lastDay, 'or_none'),
  )

async function conditions(reading: Reading, { search, from, to, ids }: Filters): Promise<SQL | undefined> {
  return and(
    certificatesWithin(reading),
    onDays(papers.validUntil, from, null, 'or_none'),
    onDays(papers.issuedOn, null, to, 'or_none'),
    await namedAmong(reading, search, [[vehicles, papers.vehicleId]]),
    ids && inIds(papers.id, ids),
  )
}

export const certificateRecords: KindOfRecords = {
  async count(reading) {
    const [found] = await totalOf(reading.db, papers, certificatesWithin(reading))
    return found?.total ?? 0
  },

  forms: async () => [],

  async list(reading, { page, perPage, ...filters }: Filters) {
    const where = await conditions(reading, { page, perPage, ...filters })
    const { limit, offset } = slice({ page, perPage })
    return pageOf(
      { page, perPage },
      {
        rows: selectCertificates(reading, where)
          .orderBy(desc(papers.createdAt), desc(papers.id))
          .limit(limit)
          .offset(offset),
        totals: totalOf(reading.db, papers, where),
        present: row => presentListed(reading, row),
      },
    )
  },

  ids: async (reading, filters, most) =>
    reading.db
      .select({ id: papers.id })
      .from(papers)
      .where(await conditions(reading, filters))
      .limit(most + 1),

  async get(reading, id) {
    const [row] = await selectCertificates(reading, and(certificatesWithin(reading), eq(papers.id, id)))
    if (!row) throw new Problem('not_found')
    return {
      ...presentListed(reading, row),
      facts: factsOf(reading, row),
      photos: [],
      submission: null,
      seal: null,
      versions: [],
    }
  },
}

const selectCertificates = ({ db }: Reading, where: SQL | undefined) =>
  db
    .select({ paper: papers, vehicle: { name: vehicles.name, plate: vehicles.plate } })
    .from(papers)
    .leftJoin(vehicles, and(eq(vehicles.companyId, papers.companyId), eq(vehicles.id, papers.vehicleId)))
    .where(where)
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectCertificates>>[number]

const presentListed = ({ t, open }: Reading, { paper, vehicle }: Row): PassRecord => ({
  ...{ kind: 'certificate', id: paper.id, title: t(`certificates.kinds.${paper.kind}`) },
  ...{ at: paper.createdAt.toISOString(), person: '' },
  subjects: [vehicle ? [vehicle.name, vehicle.plate].filter(Boolean).join(' · ') : open.company.name],
  ...{ state: null, tone: null },
})

function factsOf(reading: Reading, { paper }: Row) {
  const { t, formats } = reading
  const day = (value: string | null) => value && formats.day(value, { dateStyle: 'medium' })
  const facts: [string, string | null][] = [
    ['number', paper.number],
    ['issuer', paper.issuer],
    ['class', paper.journeyClass && t(`certificates.journeyClasses.${paper.journeyClass}`)],
    ['issuedOn', day(paper.issuedOn)],
    ['validUntil', day(paper.validUntil)],
    ['note', paper.note],
    ['serverTime', formats.dateTime(paper.createdAt)],
    ['changedLater', laterChange(reading, paper)],
  ]
  return facts.flatMap(([key, value]) => (value ? { label: t(`passes.facts.${key}`), value } : []))
}
