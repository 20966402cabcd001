import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const access = ['read', 'AnimalGroup'] as const

export const animalGroupScreens = {
  routes: [
    screen('/animals/groups', () => import('./AnimalGroupsPage.tsx'), 'AnimalGroupsPage', {
      access,
      search: listSearch('status', 'unchecked', 'species', 'location_id'),
    }),
    screen('/animals/groups/$id', () => import('./AnimalGroupPage.tsx'), 'AnimalGroupPage', { access }),
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
