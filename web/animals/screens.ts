import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

const access = ['read', 'Animal'] as const

export const animalScreens = {
  routes: [
    screen('/animals', () => import('./AnimalsPage.tsx'), 'AnimalsPage', {
      access,
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
    screen('/animals/$id', () => import('./AnimalPage.tsx'), 'AnimalPage', { access }),
    screen('/animals/books', () => import('../books/BooksPage.tsx'), 'BooksPage', { perCompany: true, access }),
    // Its id names the register, and the page asks who may add to it.
    screen('/import/$id', () => import('../imports/ImportPage.tsx'), 'ImportPage', { ids: /^\w+$/ }),
  ],
  places: [{ group: 'places', to: '/animals', name: 'animals', icon: registerIcons.animal, atThumb: 8 }],
} satisfies Screens
