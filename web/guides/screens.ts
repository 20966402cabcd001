import { IconBook2 } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { guideReactions } from './realtime.ts'

const area = () => import('./area.ts')
/** Writing brings the editor along, which nobody who reads waits for. */
const writing = () => import('./editor/area.ts')
const access = ['read', 'Guide'] as const

export const guideScreens = {
  routes: [
    screen('/guides', area, 'GuidesPage', { access, search: listSearch('category') }),
    screen('/guides/all', area, 'AllGuidesPage', {
      access,
      search: listSearch('category', 'status', 'stage'),
    }),
    screen('/guides/create', writing, 'CreateGuidePage', { access: ['create', 'Guide'] }),
    screen('/guides/edit/$id', writing, 'EditGuidePage', { access: ['update', 'Guide'] }),
    screen('/guides/$id', area, 'GuidePage', { access }),
  ],
  places: [{ group: 'daily', to: '/guides', name: 'guides', icon: IconBook2, atThumb: 6 }],
  reactions: guideReactions,
  copies: async ({ userId, can }) => {
    if (can('read', 'Guide')) await (await import('./keepGuides.ts')).keepGuides(userId)
  },
} satisfies Screens
