import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const area = () => import('./area.ts')
const access = ['read', 'Location'] as const

export const locationScreens = {
  routes: [
    screen('/locations', area, 'LocationsPage', {
      access,
      search: listSearch('status', 'unchecked', 'type', 'parent_id'),
    }),
    screen('/locations/tree', area, 'LocationTreePage', { perCompany: true, access }),
    screen('/locations/$id', area, 'LocationPage', { access }),
  ],
  places: [{ group: 'places', to: '/locations', name: 'locations', icon: registerIcons.location, atThumb: 10 }],
} satisfies Screens
