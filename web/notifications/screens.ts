import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const shapes = () => import('#shared/notifications/contract.ts').then(contract => contract.notificationEvents)

const noticeReactions = reactionsTo(shapes, {
  'notice.created': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.notices.key })
  },
})

export const noticeScreens = {
  routes: [
    screen('/notifications', () => import('./NotificationsPage.tsx'), 'NotificationsPage', {
      access: ['read', 'Notice'],
      search: listSearch('unread', 'kind'),
    }),
  ],
  reactions: noticeReactions,
  copies: async ({ userId }) => (await import('./browserPush.ts')).followPush(userId),
} satisfies Screens
