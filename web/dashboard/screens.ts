import { IconGauge } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const access = ['manage', 'Company'] as const

export const dashboardScreens = {
  routes: [
    screen('/dashboard', () => import('./DashboardPage.tsx'), 'DashboardPage', {
      access,
      search: listSearch('state', 'from', 'to'),
    }),
  ],
  places: [{ group: 'platform', to: '/dashboard', name: 'dashboard', icon: IconGauge, access }],
} satisfies Screens
