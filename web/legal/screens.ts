import { IconForms } from '@tabler/icons-react'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

export const legalScreens = {
  routes: [screen('/legal', () => import('./LegalEditorPage.tsx'), 'LegalEditorPage', { access: ['manage', 'Legal'] })],
  places: [{ group: 'platform', to: '/legal', name: 'legal', icon: IconForms }],
} satisfies Screens
