/** What the app does when it hears of messages, wherever the person is. It stands with the shell, and so fetches what it does it with. */

import { IconMessages } from '@tabler/icons-react'
import { api } from '../api.ts'
import type { Reactions } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { UnreadCount } from './list/UnreadCount.tsx'
import type { MessagingSearch } from './people.ts'

const again: Reactions[string] = (_, queries) => {
  for (const { key } of [api.messaging.list, api.messaging.get, api.messaging.unreadCount])
    void queries.invalidateQueries({ queryKey: key })
}

const telling = () => import('./tellOfMessage.tsx')

const messagingReactions: Reactions = {
  NewMessageNotification: async (payload, queries) => {
    again(payload, queries)
    await (await telling()).tellOfMessage(payload)
  },
  // Nothing came for so many milliseconds: what was written meanwhile is told now.
  missed: async forMs => (await telling()).tellMissed(forMs as number),
  'conversation.created': again,
  'conversation.updated': again,
  'conversation.own': again,
  'user-left-conversation': again,
}

const access = ['read', 'Conversation'] as const
const number = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

export const messagingScreens = {
  routes: [
    screen('/messaging', () => import('./MessagingPage.tsx'), 'MessagingPage', {
      access,
      search: (raw): MessagingSearch => ({ conversation: number(raw.conversation), message: number(raw.message) }),
    }),
    screen('/messaging/reports', () => import('./reports/ReportsPage.tsx'), 'ReportsPage', {
      perCompany: true,
      access: ['read', 'MessageReport'],
    }),
  ],
  places: [{ group: 'daily', to: '/messaging', name: 'messages', icon: IconMessages, atThumb: 3, badge: UnreadCount }],
  reactions: messagingReactions,
  channels: ({ companyId, can }) => [
    ...(companyId && can('read', 'Conversation') ? [`private-company.${companyId}.conversations`] : []),
    ...(can('manage', 'SupportLine') ? ['private-support.inbox'] : []),
  ],
  copies: async whose => {
    if (whose.can('read', 'Conversation')) await (await import('./kept/keepMessages.ts')).keepMessages(whose)
  },
  kinds: async () => (await import('./sending.ts')).messagingHandlers,
} satisfies Screens
