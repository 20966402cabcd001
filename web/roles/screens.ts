import { IconShieldCheck } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const access = ['update', 'Role'] as const

export const roleScreens = {
  routes: [
    screen('/company/roles', () => import('./RolesPage.tsx'), 'RolesPage', { access, search: listSearch() }),
    screen('/company/roles/$id', () => import('./RolePage.tsx'), 'RolePage', { access, ids: /^(new|[1-9]\d{0,9})$/ }),
  ],
  places: [{ group: 'company', to: '/company/roles', name: 'roles', icon: IconShieldCheck, within: '/company' }],
} satisfies Screens
