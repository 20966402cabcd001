import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const access = ['read', 'Location'] as const

export const locationScreens = {
  routes: [
    screen('/locations', () => import('./LocationsPage.tsx'), 'LocationsPage', {
      access,
      search: listSearch('status', 'unchecked', 'type', 'parent_id'),
    }),
    screen('/locations/tree', () => import('./LocationTreePage.tsx'), 'LocationTreePage', { perCompany: true, access }),
    screen('/locations/$id', () => import('./LocationPage.tsx'), 'LocationPage', { access }),
  ],
  places: [{ group: 'places', to: '/locations', name: 'locations', icon: registerIcons.location, atThumb: 10 }],
} satisfies Screens
