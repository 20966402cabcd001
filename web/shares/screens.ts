import { IconShare } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const shapes = () => import('#shared/shares/contract.ts').then(contract => contract.shareEvents)

export const shareScreens = {
  routes: [
    screen('/company/shared', () => import('./area.ts'), 'SharedThingsPage', {
      access: ['read', 'Share'],
      search: listSearch('kind'),
    }),
  ],
  places: [{ group: 'company', to: '/company/shared', name: 'shared', icon: IconShare }],
  reactions: reactionsTo(shapes, {
    'share.changed': (_, queries) => {
      queries.invalidateQueries({ queryKey: ['shares'] })
    },
  }),
} satisfies Screens
