/** The screen of what the company has shared by links; the links themselves open without an account. */
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

export const shareScreens = {
  routes: [
    screen('/company/shared', () => import('./SharedThingsPage.tsx'), 'SharedThingsPage', {
      access: ['read', 'Share'],
      search: listSearch('kind'),
    }),
  ],
} satisfies Screens
