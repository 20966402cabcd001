import { IconShieldCheck } from '@tabler/icons-react'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

export const sealsScreens = {
  routes: [screen('/seals', () => import('./SealsPage.tsx'), 'SealsPage', { access: ['read', 'AuditEntry'] })],
  places: [{ group: 'company', to: '/seals', name: 'seals', icon: IconShieldCheck, within: '/company' }],
} satisfies Screens
