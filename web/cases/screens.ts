import { IconShieldCheck } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const access = ['read', 'Case'] as const

/** Nothing of cases is heard of at the moment, and nothing is kept on the device. */
export const caseScreens = {
  routes: [
    screen('/case', () => import('./CasesPage.tsx'), 'CasesPage', { access, search: listSearch('status', 'identity') }),
    screen('/case/$id', () => import('./CasePage.tsx'), 'CasePage', { access }),
  ],
  places: [{ group: 'work', to: '/case', name: 'cases', icon: IconShieldCheck, atThumb: 5 }],
} satisfies Screens
