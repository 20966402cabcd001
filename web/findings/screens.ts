import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { findingReactions } from './realtime.ts'

const about = ['animal_id', 'group_id', 'location_id', 'vehicle_id'] as const

/** No place in the navigation: the home leads here. */
export const findingScreens = {
  routes: [
    screen('/findings', () => import('./FindingsPage.tsx'), 'FindingsPage', {
      access: ['read', 'Finding'],
      search: listSearch('state', ...about),
    }),
  ],
  reactions: findingReactions,
} satisfies Screens
