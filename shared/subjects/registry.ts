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
export type SubjectNoun = (typeof registry)[SubjectType]['feature']

export const subjectTypes = Object.keys(registry) as [SubjectType, ...SubjectType[]]
export type SubjectFilter = (typeof registry)[SubjectType]['filter']

export const registers = Object.values(registry)

/** Filter of reports by some rows. */
export const idsFilterOf = (type: SubjectType) => `${registry[type].filter}s` as `${SubjectFilter}s`

export const subjectFilters: SubjectFilter[] = registers.map(({ filter }) => filter)
