/**
 * What people do in conversations: it is put into the outbox, which sends it at once where it can, and screens show it
 * as long as the server does not have it.
 */

import i18next from 'i18next'
import { useMemo } from 'react'
import type { Message } from '#shared/messaging/shapes.ts'
import { newKey } from '../lib/attemptKey.ts'
import type { OfflineDatabase } from '../lib/offline/database.ts'
import type { OutboxEntry } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { currentUser } from '../lib/session/session.ts'
import { tellFailed } from '../ui/toast.tsx'

export const messageHandlerName = 'message'
export const messagePayloadVersion = 1

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

/** Says that something could not be kept here, and so will not be sent. */
export function showNotKept(cause: unknown): void {
  console.error('Failed to keep what was done in a conversation', cause)
  void tellFailed(i18next.t('messaging.failed'))
}

/** Puts an action with its files into the outbox. Resolves when it is on the disk; throws where it cannot be kept. */
export async function queueMessageAction(
  conversation_id: number,
  deed: MessageAction,
  files: Omit<KeptFile, 'entry_uuid' | 'position'>[] = [],
): Promise<void> {
  const user = currentUser()
  if (!user) throw new Error('Nobody is signed in')
  const { enqueue } = await import('../lib/offline/sending.ts')
  const uuid = newKey()
  const entry = {
    ...{ uuid, conversation_id, kind: messageHandlerName, payload_version: messagePayloadVersion },
    ...{ user_id: user.id, company_id: user.company_id ?? 0 },
    ...deed,
  }
  if (files.length > 0)
    await keepFiles(
      user.id,
      files.map((file, position) => ({ ...file, entry_uuid: uuid, position })),
    )
  // Having read further replaces earlier marks of reading, so that one waits and not a hundred.
  const replaced =
    deed.deed === 'read'
      ? messagesIn(useQueue.getState().entries).filter(
          one =>
            one.deed === 'read' &&
            one.conversation_id === conversation_id &&
            one.state === 'waiting' &&
            one.message_id <= deed.message_id,
        )
      : []
  await enqueue([entry], { replaced: replaced.map(one => one.uuid) })
  void useQueue.sendNow()
}

/** A file of a message that waits to be sent, in a row of its own, encrypted like all rows of the device. */
export type KeptFile = {
  uuid: string
  entry_uuid: string
  name: string
  content_type: string
  position: number
  bytes: ArrayBuffer
}

export const messageFiles = (database: OfflineDatabase) => database.table<KeptFile, string>('messageFiles')

/** Keeps the files of a message until they are sent. */
export async function keepFiles(userId: number, files: KeptFile[]): Promise<void> {
  const { inDatabase } = await import('../lib/offline/database.ts')
  await inDatabase(userId, database => messageFiles(database).bulkPut(files))
}

const isMessageEntry = (entry: OutboxEntry): entry is MessageEntry => entry.kind === messageHandlerName

/** The actions among the entries of a queue, in the order in which they were made. */
export const messagesIn = (entries: readonly OutboxEntry[]): MessageEntry[] =>
  entries.filter(isMessageEntry).sort((one, other) => (one.position ?? 0) - (other.position ?? 0))

/** Gives the actions of the signed-in person that wait here, as they change in this tab or another. */
export function usePendingActions(): MessageEntry[] {
  const { entries } = useQueue()
  return useMemo(() => messagesIn(entries), [entries])
}

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
