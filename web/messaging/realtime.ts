/** What the app does when it hears of messages, wherever the person is. It stands with the shell, and so fetches what it does it with. */
import { api } from '../api.ts'
import type { Reactions } from '../lib/realtime/reactions.ts'

const again: Reactions[string] = (_, queries) => {
  for (const { key } of [api.messaging.list, api.messaging.get, api.messaging.unreadCount])
    void queries.invalidateQueries({ queryKey: key })
}

const telling = () => import('./tellOfMessage.tsx')

export const messagingReactions: Reactions = {
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
