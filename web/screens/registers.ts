/** Screens of the registers: animals, groups, locations, vehicles, and how the app hears of their changes. */
import type { QueryClient } from '@tanstack/react-query'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registers, registersChannel, registry } from '#shared/subjects/registry.ts'
import type { Can } from '../lib/access.ts'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const registersEvents = () => import('#shared/subjects/contract.ts').then(contract => contract.subjectEvents)

type Told = { subjects: SubjectRef[] }

/**
 * Reads again every list that shows such rows or names them. Animals move with their group, and both change how many
 * are on a location.
 */
const read = ({ subjects }: Told, queries: QueryClient) => {
  const changed = new Set(subjects.map(({ type }) => registry[type].feature))
  for (const feature of [
    ...changed,
    'animals',
    'placeTree',
    'tasks',
    'submissions',
    'animalEvents',
    'groupEvents',
    'vehicleLog',
    'timeline',
  ])
    queries.invalidateQueries({ queryKey: [feature] })
}

const subjectReactions = reactionsTo(registersEvents, {
  'subjects.status_changed': read,
  'subjects.history_changed': read,
})

const mayRead = (can: Can) => registers.some(({ subject }) => can('read', subject))

export const subjectScreens = {
  reactions: subjectReactions,
  channels: ({ companyId, can }) => (companyId && mayRead(can) ? [registersChannel(companyId)] : []),
  copies: async whose => (await import('../registers/copies.ts')).keepRegisters(whose),
  kinds: async () => (await import('../registers/kinds.ts')).registerKinds,
} satisfies Screens

const animalsAccess = ['read', 'Animal'] as const

export const animalScreens = {
  routes: [
    screen('/animals', () => import('../animals/AnimalsPage.tsx'), 'AnimalsPage', {
      access: animalsAccess,
      search: listSearch(
        ...([
          'status',
          'unchecked',
          'species',
          'breed',
          'animal_group_id',
          'location_id',
          'life_status',
          'health_status',
        ] as const),
      ),
    }),
    screen('/animals/$id', () => import('../animals/AnimalPage.tsx'), 'AnimalPage', { access: animalsAccess }),
    screen('/animals/books', () => import('../books/BooksPage.tsx'), 'BooksPage', {
      perCompany: true,
      access: animalsAccess,
    }),
    // Its id names the register, and the page asks who may add to it.
    screen('/import/$id', () => import('../imports/ImportPage.tsx'), 'ImportPage', { ids: /^\w+$/ }),
  ],
  places: [{ group: 'places', to: '/animals', name: 'animals', icon: registerIcons.animal, atThumb: 8 }],
} satisfies Screens

const animalGroupsAccess = ['read', 'AnimalGroup'] as const

export const animalGroupScreens = {
  routes: [
    screen('/animals/groups', () => import('../animal-groups/AnimalGroupsPage.tsx'), 'AnimalGroupsPage', {
      access: animalGroupsAccess,
      search: listSearch('status', 'unchecked', 'species', 'location_id'),
    }),
    screen('/animals/groups/$id', () => import('../animal-groups/AnimalGroupPage.tsx'), 'AnimalGroupPage', {
      access: animalGroupsAccess,
    }),
  ],
  places: [
    {
      group: 'places',
      to: '/animals/groups',
      name: 'animalGroups',
      icon: registerIcons.animal_group,
      within: '/animals',
    },
  ],
} satisfies Screens

const locationsAccess = ['read', 'Location'] as const

export const locationScreens = {
  routes: [
    screen('/locations', () => import('../locations/LocationsPage.tsx'), 'LocationsPage', {
      access: locationsAccess,
      search: listSearch('status', 'unchecked', 'type', 'parent_id'),
    }),
    screen('/locations/tree', () => import('../locations/LocationTreePage.tsx'), 'LocationTreePage', {
      perCompany: true,
      access: locationsAccess,
    }),
    screen('/locations/$id', () => import('../locations/LocationPage.tsx'), 'LocationPage', {
      access: locationsAccess,
    }),
  ],
  places: [{ group: 'places', to: '/locations', name: 'locations', icon: registerIcons.location, atThumb: 10 }],
} satisfies Screens

const vehiclesAccess = ['read', 'Vehicle'] as const
const ofAdmins = ['manage', 'Company'] as const

const vehiclesSearch = listSearch('status', 'unchecked', 'type', 'company_id')

export const vehicleScreens = {
  routes: [
    // Those of all companies: the specification gives this address to admins alone.
    screen('/vehicles', () => import('../vehicles/VehiclesPage.tsx'), 'VehiclesPage', {
      access: ofAdmins,
      search: vehiclesSearch,
    }),
    screen('/company/vehicles', () => import('../vehicles/VehiclesPage.tsx'), 'VehiclesPage', {
      access: vehiclesAccess,
      search: vehiclesSearch,
    }),
    screen('/vehicles/$id', () => import('../vehicles/VehiclePage.tsx'), 'VehiclePage', { access: vehiclesAccess }),
    screen('/papers', () => import('../vehicles/CertificatesPage.tsx'), 'CertificatesPage', {
      perCompany: true,
      access: ['read', 'Paper'],
      search: listSearch('kind'),
    }),
    // A form from the first moment, which the list does not wait for.
    screen('/vehicles/edit/$id', () => import('../vehicles/VehiclePage.tsx'), 'VehicleEditPage', {
      access: ['update', 'Vehicle'],
    }),
  ],
  places: [
    {
      ...{ group: 'places', to: '/company/vehicles', name: 'vehicles', icon: registerIcons.vehicle, atThumb: 11 },
      pages: ['/vehicles'],
    },
  ],
} satisfies Screens

/** The log is on the page of its vehicle. */
export const vehicleLogScreens = {
  kinds: async () => (await import('../vehicle-log/entryKind.ts')).vehicleLogKinds,
} satisfies Screens
