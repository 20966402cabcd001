import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

export const paperScreens = {
  routes: [
    screen('/papers', () => import('./PapersPage.tsx'), 'PapersPage', {
      access: ['read', 'Paper'],
      search: listSearch('kind'),
    }),
  ],
} satisfies Screens
