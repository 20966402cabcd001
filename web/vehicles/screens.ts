import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const access = ['read', 'Vehicle'] as const
const ofAdmins = ['manage', 'Company'] as const

const search = listSearch('status', 'unchecked', 'type', 'company_id')

export const vehicleScreens = {
  routes: [
    // Those of all companies: the specification gives this address to admins alone.
    screen('/vehicles', () => import('./VehiclesPage.tsx'), 'VehiclesPage', { access: ofAdmins, search }),
    screen('/company/vehicles', () => import('./VehiclesPage.tsx'), 'VehiclesPage', { access, search }),
    screen('/vehicles/$id', () => import('./VehiclePage.tsx'), 'VehiclePage', { access }),
    screen('/papers', () => import('./CertificatesPage.tsx'), 'CertificatesPage', {
      perCompany: true,
      access: ['read', 'Paper'],
      search: listSearch('kind'),
    }),
    // A form from the first moment, which the list does not wait for.
    screen('/vehicles/edit/$id', () => import('./VehiclePage.tsx'), 'VehicleEditPage', {
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
