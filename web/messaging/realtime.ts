/** What the app does when it hears of messages, wherever the person is. It stands with the shell, and so fetches what it does it with. */
import type { Reactions } from '../lib/realtime/reactions.ts'

const again: Reactions[string] = (_, queries) => {
  for (const call of ['list', 'get', 'unreadCount']) void queries.invalidateQueries({ queryKey: ['messaging', call] })
}

export const messagingReactions: Reactions = {
  NewMessageNotification: async (payload, queries) => {
    again(payload, queries)
    const { tellOfMessage } = await import('./tellOfMessage.tsx')
    await tellOfMessage(payload)
  },
  'conversation.created': again,
  'conversation.updated': again,
  'conversation.own': again,
  'user-left-conversation': again,
}
