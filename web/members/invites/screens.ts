import { api } from '../../api.ts'
import { listSearch } from '../../lib/listSearch.ts'
import { reactionsTo } from '../../lib/realtime/reactions.ts'
import type { Screens } from '../../lib/screens.ts'
import { screen } from '../../shell/screen.ts'

const shapes = () => import('#shared/companies/invites.ts').then(contract => contract.inviteEvents)

const inviteReactions = reactionsTo(shapes, {
  'invites.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.invites.key })
    queries.invalidateQueries({ queryKey: api.companies.members.key })
  },
})

export const inviteScreens = {
  routes: [
    screen('/company/users/invitations', () => import('./InvitesPage.tsx'), 'InvitesPage', {
      access: ['read', 'Invite'],
      search: listSearch('state'),
    }),
  ],
  reactions: inviteReactions,
} satisfies Screens
