/**
 * The registers that tasks and submissions can be about, each named once. Tables are in server/subjects/registers.ts,
 * icons and calls in web/subjects/; the order is that of lists and columns.
 */
type Register = {
  /** Subject of its permissions. */
  subject: string
  /** Key of its contract and texts. */
  feature: string
  /** Path of its list in the app. */
  list: string
  /** Path below which its rows are. */
  path: string
  /** Column that refers to a row, in tables with one column per register. */
  column: string
  /** Filter of tasks, findings and submissions by one row. */
  filter: string
}

export const registry = {
  animal: {
    subject: 'Animal',
    feature: 'animals',
    list: '/animals',
    path: '/animals',
    column: 'animalId',
    filter: 'animal_id',
  },
  animal_group: {
    subject: 'AnimalGroup',
    feature: 'animalGroups',
    list: '/animals/groups',
    path: '/animals/groups',
    column: 'animalGroupId',
    filter: 'group_id',
  },
  location: {
    subject: 'Location',
    feature: 'locations',
    list: '/locations',
    path: '/locations',
    column: 'locationId',
    filter: 'location_id',
  },
  vehicle: {
    subject: 'Vehicle',
    feature: 'vehicles',
    list: '/company/vehicles',
    path: '/vehicles',
    column: 'vehicleId',
    filter: 'vehicle_id',
  },
} as const satisfies Record<string, Register>

export type SubjectType = keyof typeof registry
export type SubjectFeature = (typeof registry)[SubjectType]['feature']

export const subjectTypes = Object.keys(registry) as [SubjectType, ...SubjectType[]]
export type SubjectFilter = (typeof registry)[SubjectType]['filter']

export const registers = Object.values(registry)

/** Key of a subject, as in the address of a page (`?about=animal:5`) and in exports. */
export const subjectKey = ({ type, id }: { type: SubjectType; id: number }): string => `${type}:${id}`

/** Filter of reports by some rows. */
export const idsFilterOf = (type: SubjectType) => `${registry[type].filter}s` as `${SubjectFilter}s`

export const subjectFilters: SubjectFilter[] = registers.map(({ filter }) => filter)

/**
 * Channel of changed register rows. That of members whose reach is a part of the company says that something changed,
 * and not what. Separate from the contract, so that no schemas load with it.
 */
export const registersChannel = (companyId: number, ofAll = true) =>
  `private-company.${companyId}.registers${ofAll ? '' : '.part'}`
export const registersChannelPattern = /^private-company\.(\d+)\.registers$/
export const partRegistersChannelPattern = /^private-company\.(\d+)\.registers\.part$/

/** Statuses from best to worst; with several, the worst counts. */
export const subjectStatuses = ['ok', 'attention', 'stop'] as const
export type SubjectStatus = (typeof subjectStatuses)[number]

/** Returns the worst status, or null. */
export const worstStatus = (statuses: readonly SubjectStatus[]): SubjectStatus | null =>
  subjectStatuses.findLast(status => statuses.includes(status)) ?? null

/** Periods without a check; never checked rows are in each of them. */
export const uncheckedSince = ['ever', 'week', 'month', 'quarter'] as const
export type UncheckedSince = (typeof uncheckedSince)[number]

/** Days of each period. */
export const daysUnchecked = { week: 7, month: 30, quarter: 90 } as const satisfies Record<
  Exclude<UncheckedSince, 'ever'>,
  number
>
