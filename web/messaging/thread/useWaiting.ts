import { useMemo } from 'react'
import type { Message } from '#shared/messaging/shapes.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import type { MessageEntry } from '../messageKind.ts'

/** Gives what of this person waits on this device to be sent, in its order, as it changes in this tab or another. */
export function useWaiting(): MessageEntry[] {
  const { entries } = useQueue()
  return useMemo(
    () =>
      entries
        .filter((entry): entry is MessageEntry => entry.kind === 'message')
        .sort((one, other) => (one.position ?? 0) - (other.position ?? 0)),
    [entries],
  )
}

/** Messages as they will be once what waits on this device has arrived. */
export function changedBy(
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
