/** Screens of the registers: animals, groups, locations, vehicles, and how the app hears of their changes. */
import type { QueryClient } from '@tanstack/react-query'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registers, registersChannel, registry } from '#shared/subjects/registry.ts'
import type { Can } from '../lib/access.ts'
import type { Feature } from '../lib/feature.ts'
import { listSearch } from '../lib/listSearch.ts'
import { createRealtimeHandlers } from '../lib/realtime/realtimeHandlers.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const registersEvents = () => import('#shared/subjects/contract.ts').then(contract => contract.subjectEvents)

type Told = { subjects: SubjectRef[] }

/**
 * Reads again every list that shows such rows or names them. Animals move with their group, and both change how many
 * are on a location. Where no row is named, any may have changed.
 */
const read = ({ subjects }: Told, queries: QueryClient) => {
  const changed = subjects.length > 0 ? subjects.map(({ type }) => registry[type]) : registers
  for (const feature of [
    ...new Set(changed.map(({ feature }) => feature)),
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

const subjectRealtimeHandlers = createRealtimeHandlers(registersEvents, {
  'subjects.status_changed': read,
  'subjects.history_changed': read,
})

const mayRead = (can: Can) => registers.some(({ subject }) => can('read', subject))

export const subjectFeature = {
  realtimeHandlers: subjectRealtimeHandlers,
  channels: ({ companyId, can }) =>
    companyId && mayRead(can) ? [registersChannel(companyId, can('read', 'WholeCompany'))] : [],
  prefetchForOffline: whose => import('../registers/prefetchRegisters.ts').then(part => part.keepRegisters(whose)),
  outboxHandlers: () => import('../registers/outboxHandlers.ts').then(part => part.registerOutboxHandlers),
} satisfies Feature

const animalsAccess = ['read', 'Animal'] as const

export const animalFeature = {
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
  navigation: [{ group: 'places', to: '/animals', name: 'animals', icon: registerIcons.animal, bottomBarOrder: 8 }],
} satisfies Feature

const animalGroupsAccess = ['read', 'AnimalGroup'] as const

export const animalGroupFeature = {
  routes: [
    screen('/animals/groups', () => import('../animal-groups/AnimalGroupsPage.tsx'), 'AnimalGroupsPage', {
      access: animalGroupsAccess,
      search: listSearch('status', 'unchecked', 'species', 'location_id'),
    }),
    screen('/animals/groups/$id', () => import('../animal-groups/AnimalGroupPage.tsx'), 'AnimalGroupPage', {
      access: animalGroupsAccess,
    }),
  ],
  navigation: [
    {
      group: 'places',
      to: '/animals/groups',
      name: 'animalGroups',
      icon: registerIcons.animal_group,
      within: '/animals',
    },
  ],
} satisfies Feature

const locationsAccess = ['read', 'Location'] as const

export const locationFeature = {
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
  navigation: [
    { group: 'places', to: '/locations', name: 'locations', icon: registerIcons.location, bottomBarOrder: 10 },
  ],
} satisfies Feature

const vehiclesAccess = ['read', 'Vehicle'] as const
const ofAdmins = ['manage', 'Company'] as const

const vehiclesSearch = listSearch('status', 'unchecked', 'type', 'company_id')

export const vehicleFeature = {
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
  navigation: [
    {
      ...{
        group: 'places',
        to: '/company/vehicles',
        name: 'vehicles',
        icon: registerIcons.vehicle,
        bottomBarOrder: 11,
      },
      pages: ['/vehicles'],
    },
  ],
} satisfies Feature

/** The log is on the page of its vehicle. */
export const vehicleLogFeature = {
  outboxHandlers: () => import('../vehicle-log/entryHandler.ts').then(part => part.vehicleLogHandlers),
} satisfies Feature
