/** Dated papers of vehicles, of people who drive and attend animals, and of the company that transports them. */
export const paperKinds = [
  'registration',
  'insurance',
  'inspection',
  'transport_approval',
  'transporter_type_1',
  'transporter_type_2',
  'driver_competence',
  'other',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** Whose each kind is: Regulation (EC) No 1/2005, articles 10, 11, 17 and 18, for those about animals. */
export const kindsOf = {
  vehicle: ['registration', 'insurance', 'inspection', 'transport_approval', 'other'],
  person: ['driver_competence', 'other'],
  company: ['transporter_type_1', 'transporter_type_2', 'insurance', 'other'],
} as const satisfies Record<string, readonly PaperKind[]>
export type PaperOwner = keyof typeof kindsOf

/** Without one of these that holds, a vehicle that had it goes nowhere. An approval for animals is asked for where animals go. */
export const stoppingKinds = ['insurance', 'inspection'] as const satisfies readonly PaperKind[]

/** For journeys of how long a vehicle is approved. */
export const journeyClasses = ['up_to_8_hours', 'over_8_hours'] as const

/** So many files a paper has at a time, and so often it can be renewed. */
export const mostPaperFiles = 10
export const mostRenewals = 50

/** So many days before its end somebody is told of it. */
export const tellDays = [1, 7, 30] as const
