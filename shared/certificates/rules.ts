import type { Rules } from '../lib/rules.ts'

/**
 * Kinds of certificates, of vehicles, of people who drive and attend animals, and of the company that transports them.
 */
export const certificateKinds = [
  'registration',
  'insurance',
  'inspection',
  'transport_approval',
  'transporter_type_1',
  'transporter_type_2',
  'driver_competence',
  'other',
] as const
export type CertificateKind = (typeof certificateKinds)[number]

/** Owner of each kind: Regulation (EC) No 1/2005, articles 10, 11, 17 and 18, for those about animals. */
export const kindsOf = {
  vehicle: ['registration', 'insurance', 'inspection', 'transport_approval', 'other'],
  person: ['driver_competence', 'other'],
  company: ['transporter_type_1', 'transporter_type_2', 'insurance', 'other'],
} as const satisfies Record<string, readonly CertificateKind[]>
export type CertificateOwner = keyof typeof kindsOf

/**
 * Kinds that stop a vehicle when it had one and none is valid. Approvals for animals are checked only where animals
 * travel.
 */
export const stoppingKinds = ['insurance', 'inspection'] as const satisfies readonly CertificateKind[]

/** Length of journeys that a vehicle is approved for. */
export const journeyClasses = ['up_to_8_hours', 'over_8_hours'] as const

/** Bounds of files at a time and of renewals. */
export const maxCertificateFiles = 10
export const maxRenewals = 50

/** Days before the end on which people are notified. */
export const tellDays = [1, 7, 30] as const

/** State of a certificate on a day of its company. It is valid until the end of its last day. */
export function certificateState(validUntil: string, today: string): 'holds' | 'soon' | 'ended' {
  const left = (Date.parse(validUntil) - Date.parse(today)) / 86_400_000
  return left < 0 ? 'ended' : left <= Math.max(...tellDays) ? 'soon' : 'holds'
}

/**
 * Certificates of vehicles and of the company are for all employees; those of people for themselves and for managers.
 */
export const certificateRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) {
    allow('read', 'Paper', { ...ours, holderId: null })
    allow('read', 'Paper', { ...ours, holderId: actor.id })
  }
  if (actor.isManager) allow('manage', 'Paper', ours)
}
