/** Certificates of vehicles and of the company in a pass. Those of people are never inside. */
import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { PassRecord } from '#shared/passes/passPage.ts'
import { papers } from '../../certificates/table.ts'
import { files } from '../../files/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { laterChange, namedAmong, onDays, type Reading, withinPass } from '../reading.ts'
import { papersOf } from './papers.ts'
import { ofVehicle, vehicleTallies } from './places.ts'
import { registerRecords } from './registerRecords.ts'
import { editedSince } from './since.ts'

const moments = { notedAt: papers.createdAt, archivedAt: papers.archivedAt }

/** Certificates are of no day: those that had ended before the period, or came after it, are left out. */
const certificatesWithin = (reading: Reading): SQL | undefined =>
  and(
    withinPass(reading, papers, moments),
    ...Object.values(certificateConditions).map(condition => condition(reading)),
  )

/** Which they are and when they are good, in parts as those of `withinPass`. */
export const certificateConditions: Record<'ofNobody' | 'ended' | 'issued', (reading: Reading) => SQL | undefined> = {
  ofNobody: () => isNull(papers.holderId),
  ended: ({ open }) => onDays(papers.validUntil, open.pass.firstDay, null, 'or_none'),
  issued: ({ open }) => onDays(papers.issuedOn, null, open.pass.lastDay, 'or_none'),
}

const selectCertificates = ({ db }: Reading, where: SQL | undefined) =>
  db
    .select({ paper: papers, vehicle: { name: vehicles.name, plate: vehicles.plate } })
    .from(papers)
    .leftJoin(vehicles, and(eq(vehicles.companyId, papers.companyId), eq(vehicles.id, papers.vehicleId)))
    .where(where)
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectCertificates>>[number]

const presentListed = ({ t, open, people }: Reading, { paper, vehicle }: Row): PassRecord => ({
  ...{ kind: 'certificate', id: paper.id, title: t(`certificates.kinds.${paper.kind}`) },
  ...{ at: paper.createdAt.toISOString(), person: '' },
  subjects: [vehicle ? [vehicle.name, vehicle.plate].filter(Boolean).join(' · ') : people.own(open.company.name)],
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

/** Its scans and documents, as far as they are still its own. */
async function filesOf(reading: Reading, { paper }: Row) {
  const { db, companyId } = reading
  const ids = paper.files.map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), inArray(files.id, ids)))
    .orderBy(asc(files.id))
  return papersOf(reading, { kind: 'certificate', recordId: paper.id }, found)
}

export const certificateRecords = registerRecords<Row>({
  kind: 'certificate',
  table: papers,
  moments,
  markSince: editedSince(papers.updatedAt),
  placed: ofVehicle(papers),
  tallies: reading => vehicleTallies(reading.db, papers, certificatesWithin(reading)),
  within: certificatesWithin,
  matching: async (reading, { search, from, to }) =>
    and(
      onDays(papers.validUntil, from, null, 'or_none'),
      onDays(papers.issuedOn, null, to, 'or_none'),
      await namedAmong(reading, search, [[vehicles, papers.vehicleId]]),
    ),
  select: selectCertificates,
  order: [desc(papers.createdAt), desc(papers.id)],
  present: presentListed,
  facts: factsOf,
  papers: filesOf,
})
