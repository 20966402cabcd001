import { IconMail, IconUsers } from '@tabler/icons-react'
import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { queryClient } from '../lib/queryClient.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

/** Everybody may know their colleagues; the list of them is for those who ask people in. */
const access = {
  all: [
    ['read', 'Member'],
    ['read', 'Invite'],
  ],
} as const

export const memberScreens = {
  routes: [
    screen('/company/users', () => import('./MembersPage.tsx'), 'MembersPage', {
      access,
      search: listSearch('role_id', 'state'),
    }),
  ],
  places: [{ group: 'company', to: '/company/users', name: 'people', icon: IconUsers, within: '/company' }],
  // Colleagues can be picked as answers.
  copies: async ({ can }) => {
    if (!can('read', 'Member')) return
    const { registerNames } = await import('../answers/registerNames.ts')
    await queryClient.prefetchQuery(registerNames('user'))
  },
} satisfies Screens

const shapes = () => import('#shared/companies/invites.ts').then(contract => contract.inviteEvents)

const inviteReactions = reactionsTo(shapes, {
  'invites.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.invites.key })
    queries.invalidateQueries({ queryKey: api.companies.members.key })
  },
})

export const inviteScreens = {
  routes: [
    screen('/company/users/invitations', () => import('./invites/InvitesPage.tsx'), 'InvitesPage', {
      access: ['read', 'Invite'],
      search: listSearch('state'),
    }),
  ],
  places: [
    {
      group: 'company',
      to: '/company/users/invitations',
      name: 'invitations',
      icon: IconMail,
      within: '/company',
    },
  ],
  reactions: inviteReactions,
} satisfies Screens
