/** What people did in conversations on this device and the server does not have yet, as screens read it. */
import type { Message } from '#shared/messaging/shapes.ts'
import type { OutboxEntry } from '../lib/offline/outboxHandler.ts'

export const messageHandlerName = 'message'

/** One action. Its files are in a table of their own, by the entry's uuid. */
export type MessageAction =
  | {
      deed: 'post'
      message_text: string
      reply_to_id?: number
      mentions?: number[]
      is_urgent?: boolean
      forward_id?: number
      /** Its files go with it: on the support line they belong to another company, so they cannot be sent ahead. */
      has_own_files?: boolean
    }
  | { deed: 'edit'; message_id: number; message_text: string }
  | { deed: 'delete'; message_id: number }
  | { deed: 'react'; message_id: number; emoji: string; is_on: boolean }
  | { deed: 'read'; message_id: number }

export type MessageEntry = OutboxEntry & { conversation_id: number } & MessageAction

const isMessageEntry = (entry: OutboxEntry): entry is MessageEntry => entry.kind === messageHandlerName

/** The actions among the entries of a queue, in the order in which they were made. */
export const messagesIn = (entries: readonly OutboxEntry[]): MessageEntry[] =>
  entries.filter(isMessageEntry).sort((one, other) => (one.position ?? 0) - (other.position ?? 0))

/** Messages as they will be once the waiting actions have arrived. */
export function applyPendingActions(
  messages: readonly Message[],
  waiting: readonly MessageEntry[],
  ownId: number | undefined,
): readonly Message[] {
  const deeds = waiting.filter(({ state, deed }) => state !== 'refused' && deed !== 'post' && deed !== 'read')
  if (deeds.length === 0 || ownId === undefined) return messages
  return messages.map(message =>
    deeds.reduce(
      (now, entry) => ('message_id' in entry && entry.message_id === now.id ? after(now, entry, ownId) : now),
      message,
    ),
  )
}

function after(message: Message, entry: MessageEntry, ownId: number): Message {
  switch (entry.deed) {
    case 'edit':
      return { ...message, message_text: entry.message_text, edited_at: entry.created_at }
    case 'delete':
      return { ...message, message_text: '', deleted_at: entry.created_at, attachments: [], reactions: [] }
    case 'react': {
      const others = message.reactions.filter(({ emoji }) => emoji !== entry.emoji)
      const by = message.reactions.find(({ emoji }) => emoji === entry.emoji)?.user_ids ?? []
      const user_ids = [...by.filter(id => id !== ownId), ...(entry.is_on ? [ownId] : [])]
      return { ...message, reactions: user_ids.length > 0 ? [...others, { emoji: entry.emoji, user_ids }] : others }
    }
    default:
      return message
  }
}
