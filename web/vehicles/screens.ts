import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const area = () => import('./area.ts')
const access = ['read', 'Vehicle'] as const

const search = listSearch('status', 'unchecked', 'type', 'company_id')

export const vehicleScreens = {
  routes: [
    screen('/vehicles', area, 'VehiclesPage', { access, search }),
    // The platform's admins see those of all companies at the one address, a company its own at either.
    screen('/company/vehicles', area, 'VehiclesPage', { access, search }),
    screen('/vehicles/$id', area, 'VehiclePage', { access }),
    screen('/papers', area, 'PapersPage', { access: ['read', 'Paper'], search: listSearch('kind') }),
    // A form from the first moment, which the list does not wait for.
    screen('/vehicles/edit/$id', () => import('./VehicleEditPage.tsx'), 'VehicleEditPage', {
      access: ['update', 'Vehicle'],
    }),
  ],
  places: [{ group: 'places', to: '/vehicles', name: 'vehicles', icon: registerIcons.vehicle, atThumb: 11 }],
} satisfies Screens
