import { IconArrowUp, IconHistory } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

export const auditScreens = {
  routes: [
    screen('/audit', () => import('./AuditPage.tsx'), 'AuditPage', {
      access: ['read', 'AuditEntry'],
      search: listSearch('actor_id', 'action', 'subject_type', 'subject_id', 'from', 'to', 'company_id'),
    }),
  ],
  places: [
    // Its screen is of the reports; here it stands with what else is looked after.
    { group: 'company', to: '/company/shared', name: 'shared', icon: IconArrowUp, within: '/company' },
    { group: 'company', to: '/audit', name: 'audit', icon: IconHistory, within: '/company' },
  ],
} satisfies Screens
