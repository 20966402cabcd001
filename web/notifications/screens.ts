import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { noticeReactions } from './realtime.ts'

export const noticeScreens = {
  routes: [
    screen('/notifications', () => import('./NoticesPage.tsx'), 'NoticesPage', {
      access: ['read', 'Notice'],
      search: listSearch('unread', 'kind'),
    }),
  ],
  reactions: noticeReactions,
  copies: async ({ userId }) => (await import('./push/followPush.ts')).followPush(userId),
} satisfies Screens
