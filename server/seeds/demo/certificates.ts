/** Certificates of the demo's vehicles, drivers and companies, of which some end soon. */

import { papers } from '../../certificates/table.ts'
import type { Database } from '../../lib/db/pools.ts'

type Row = Omit<typeof papers.$inferInsert, 'companyId'>

const day = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 24 * 3600_000).toISOString().slice(0, 10)

/**
 * The lorry and the trailer have all that they need for long journeys; the driver is competent, the company authorised.
 */
export async function seedCertificates(
  db: Database,
  companyId: number,
  { lorry, trailer, driver }: { lorry: number | undefined; trailer: number | undefined; driver: number | undefined },
): Promise<void> {
  const of = (vehicleId: number | undefined, ...rows: Row[]) =>
    vehicleId === undefined ? [] : rows.map(row => ({ ...row, vehicleId }))
  const rows: Row[] = [
    ...of(
      lorry,
      { kind: 'insurance', number: 'NFU 88-4021', issuer: 'NFU Mutual', issuedOn: day(-190), validUntil: day(175) },
      { kind: 'inspection', number: 'MOT 5531', issuedOn: day(-345), validUntil: day(20), toldDays: 30 },
      {
        ...{ kind: 'transport_approval', journeyClass: 'over_8_hours', number: 'VA 2024/118' },
        ...{ issuer: 'APHA', issuedOn: day(-600), validUntil: day(1225) },
      },
    ),
    ...of(trailer, { kind: 'insurance', number: 'NFU 88-4022', issuer: 'NFU Mutual', validUntil: day(175) }),
    { kind: 'transporter_type_2', number: 'T2 0031', issuer: 'APHA', issuedOn: day(-400), validUntil: day(1425) },
    ...(driver === undefined
      ? []
      : [{ kind: 'driver_competence', number: 'CC 7719', issuer: 'City & Guilds', holderId: driver } as const]),
  ]
  await db.insert(papers).values(rows.map(row => ({ companyId, ...row })))
}
