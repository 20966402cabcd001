import { IconUserCog } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const access = ['manage', 'User'] as const

export const userScreens = {
  routes: [
    screen('/users', () => import('./UsersPage.tsx'), 'UsersPage', {
      access,
      search: listSearch('company_id', 'is_admin'),
    }),
    screen('/users/$id', () => import('./UserPage.tsx'), 'UserPage', { access }),
  ],
  places: [{ group: 'platform', to: '/users', name: 'users', icon: IconUserCog }],
} satisfies Screens
