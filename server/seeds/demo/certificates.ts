/** Certificates of the demo's vehicles, drivers and companies, of which some end soon. */
import { createCertificate } from '../../certificates/module.ts'
import { actAs, type Filling, type Person } from './acting.ts'
import { dayFrom } from './chance.ts'

/**
 * The lorry and the trailer have all that they need for long journeys; the driver is competent, the company authorised.
 */
export async function addCertificates(
  filling: Filling,
  manager: Person,
  at: Date,
  { lorry, trailer, driver }: { lorry: number | undefined; trailer: number | undefined; driver: Person },
): Promise<void> {
  const day = (days: number) => dayFrom(filling.now, days)
  const issuer = 'APHA'
  const approval = {
    ...({ kind: 'transport_approval', journeyClass: 'over_8_hours' } as const),
    ...{ number: 'VA 2024/118', issuer },
  }
  const insured = { kind: 'insurance', issuer: 'NFU Mutual', validUntil: day(175) } as const
  for (const certificate of [
    { vehicleId: lorry, ...insured, number: 'NFU 88-4021', issuedOn: day(-190) },
    { vehicleId: lorry, kind: 'inspection', number: 'MOT 5531', issuedOn: day(-345), validUntil: day(20) },
    { vehicleId: lorry, ...approval, issuedOn: day(-600), validUntil: day(1225) },
    { vehicleId: trailer, ...insured, number: 'NFU 88-4022' },
    { kind: 'transporter_type_2', number: 'T2 0031', issuer, issuedOn: day(-400), validUntil: day(1425) },
    { kind: 'driver_competence', number: 'CC 7719', issuer: 'City & Guilds', holderId: driver.userId },
  ] as const)
    await actAs(filling, manager, at, ctx => createCertificate(certificate, ctx))
}
