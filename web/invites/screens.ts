import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { inviteReactions } from './realtime.ts'

export const inviteScreens = {
  routes: [
    screen('/company/users/invitations', () => import('./InvitesPage.tsx'), 'InvitesPage', {
      access: ['read', 'Invite'],
      search: listSearch('state'),
    }),
  ],
  reactions: inviteReactions,
} satisfies Screens
