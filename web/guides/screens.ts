import { IconBook2 } from '@tabler/icons-react'
import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const shapes = () => import('#shared/guides/contract.ts').then(contract => contract.guideEvents)

const guideReactions = reactionsTo(shapes, {
  'guide.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.guides.key })
  },
})

const access = ['read', 'Guide'] as const

export const guideScreens = {
  routes: [
    screen('/guides', () => import('./GuidesPage.tsx'), 'GuidesPage', { access, search: listSearch('category') }),
    screen('/guides/all', () => import('./AllGuidesPage.tsx'), 'AllGuidesPage', {
      access,
      search: listSearch('category', 'status', 'stage'),
    }),
    screen('/guides/create', () => import('./editor/CreateGuidePage.tsx'), 'CreateGuidePage', {
      access: ['create', 'Guide'],
    }),
    screen('/guides/edit/$id', () => import('./editor/EditGuidePage.tsx'), 'EditGuidePage', {
      access: ['update', 'Guide'],
    }),
    screen('/guides/$id', () => import('./GuidePage.tsx'), 'GuidePage', { access }),
  ],
  places: [{ group: 'daily', to: '/guides', name: 'guides', icon: IconBook2, atThumb: 6 }],
  reactions: guideReactions,
  copies: async ({ userId, can }) => {
    if (can('read', 'Guide')) await (await import('./keepGuides.ts')).keepGuides(userId)
  },
} satisfies Screens
