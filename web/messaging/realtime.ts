/** What the app does when it hears of messages, wherever the person is. It stands with the shell, and so fetches what it does it with. */
import { currentAbility } from '../lib/ability.tsx'
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
  // Nothing came for so many milliseconds: what was written meanwhile is told now.
  missed: async forMs => {
    if (!currentAbility()('read', 'Conversation')) return
    await import('./tellOfMessage.tsx')
      .then(({ tellMissed }) => tellMissed(forMs as number))
      .catch(cause => console.warn('What was missed is not told', cause))
  },
  'conversation.created': again,
  'conversation.updated': again,
  'conversation.own': again,
  'user-left-conversation': again,
}
