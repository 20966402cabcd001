/**
 * What tasks and submissions can be about: the registers. Each is named once, here; the server's twin knows its table
 * (server/subjects/registers.ts), the browser's its icon and its calls (web/subjects/). The order is that of lists and columns.
 */
type Register = {
  /** What its permissions are about. */
  subject: string
  /** Its key among the contracts, and its texts. */
  noun: string
  /** Its list in the app. */
  list: string
  /** Its rows are below it. */
  path: string
  /** The column that points at a row, in tables with one column for every register. */
  column: string
  /** By what lists of tasks, findings and submissions narrow to one row. */
  filter: string
}

export const registry = {
  animal: {
    subject: 'Animal',
    noun: 'animals',
    list: '/animals',
    path: '/animals',
    column: 'animalId',
    filter: 'animal_id',
  },
  animal_group: {
    subject: 'AnimalGroup',
    noun: 'animalGroups',
    list: '/animals/groups',
    path: '/animals/groups',
    column: 'animalGroupId',
    filter: 'group_id',
  },
  location: {
    subject: 'Location',
    noun: 'locations',
    list: '/locations',
    path: '/locations',
    column: 'locationId',
    filter: 'location_id',
  },
  vehicle: {
    subject: 'Vehicle',
    noun: 'vehicles',
    list: '/company/vehicles',
    path: '/vehicles',
    column: 'vehicleId',
    filter: 'vehicle_id',
  },
} as const satisfies Record<string, Register>

export type SubjectType = keyof typeof registry
export type SubjectNoun = (typeof registry)[SubjectType]['noun']

export const subjectTypes = Object.keys(registry) as [SubjectType, ...SubjectType[]]
export type SubjectFilter = (typeof registry)[SubjectType]['filter']

export const registers = Object.values(registry)

/** By what reports narrow to some rows of a register. */
export const idsFilterOf = (type: SubjectType) => `${registry[type].filter}s` as `${SubjectFilter}s`

export const subjectFilters: SubjectFilter[] = registers.map(({ filter }) => filter)
