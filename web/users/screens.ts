import { IconUserCog } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const area = () => import('./area.ts')
const access = ['manage', 'User'] as const

export const userScreens = {
  routes: [
    screen('/users', area, 'UsersPage', { access, search: listSearch('company_id', 'is_admin') }),
    screen('/users/$id', area, 'UserPage', { access }),
  ],
  places: [{ group: 'platform', to: '/users', name: 'users', icon: IconUserCog }],
} satisfies Screens
