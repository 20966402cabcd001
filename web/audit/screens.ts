import { IconHistory } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

export const auditScreens = {
  routes: [
    screen('/audit', () => import('./area.ts'), 'AuditPage', {
      access: ['read', 'AuditEntry'],
      search: listSearch('actor_id', 'action', 'subject_type', 'subject_id', 'from', 'to', 'company_id'),
    }),
  ],
  places: [{ group: 'company', to: '/audit', name: 'audit', icon: IconHistory }],
} satisfies Screens
