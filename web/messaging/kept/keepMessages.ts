/**
 * The conversations of the last 30 days on the device, to be read and searched offline: at most 5,000 messages, sealed
 * like everything that is kept here. The pictures' previews come along; their addresses do not change, so the browser
 * keeps them.
 */

import { foldedText, textHolds } from '#shared/lib/searching.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import type { SessionScope } from '../../lib/feature.ts'
import { inDatabase, type OfflineDatabase } from '../../lib/offline/database.ts'

const days = 30
const most = 5_000
const perPage = 100
/** Of a conversation whose messages were never brought. */
const nothingYet = 0
/** Previews fetched at one time. */
const maxPreviews = 100

type KeptConversation = { id: number; conversation: Conversation }
type KeptMessage = { id: number; conversation_id: number; created_at: string; message: Message }

const conversationsOf = (database: OfflineDatabase) => database.table<KeptConversation, number>('keptConversations')
const messagesOf = (database: OfflineDatabase) => database.table<KeptMessage, number>('keptMessages')

const since = () => new Date(Date.now() - days * 24 * 3600_000).toISOString()

/** All of the person's conversations: what is not among them goes from this device. */
async function allConversations(): Promise<Conversation[]> {
  const found: Conversation[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await api.messaging.list({ page, per_page: perPage })
    found.push(...data)
    if (data.length === 0 || found.length >= meta.total) return found
  }
}

/** Brings what changed since the last time, and lets go of what is too old. */
export async function keepMessages({ userId }: SessionScope): Promise<void> {
  const data = await allConversations()
  const known = new Map((await keptConversations(userId)).map(conversation => [conversation.id, conversation]))
  let room = most
  for (const conversation of data) {
    if (conversation.updated_at < since() || room <= 0) continue
    const before = known.get(conversation.id)
    if (before?.change_id !== conversation.change_id) {
      const found = await newest(conversation, before?.change_id || undefined, room)
      await keep(userId, found)
      void fetchPreviews(found)
    }
    room -= await inDatabase(userId, database =>
      messagesOf(database).where('conversation_id').equals(conversation.id).count(),
    )
  }
  await inDatabase(userId, async database => {
    // New rows are written before old ones are deleted, so that a kill in the middle loses nothing.
    await conversationsOf(database).bulkPut(data.map(conversation => ({ id: conversation.id, conversation })))
    const left = new Set(data.map(({ id }) => id))
    const kept = await conversationsOf(database).toCollection().primaryKeys()
    await conversationsOf(database).bulkDelete(kept.filter(id => !left.has(id)))
    await messagesOf(database).where('created_at').below(since()).delete()
    const strange = (await messagesOf(database).toArray()).filter(({ conversation_id }) => !left.has(conversation_id))
    await messagesOf(database).bulkDelete(strange.map(({ id }) => id))
  })
}

/** What changed since; all of the last weeks where that is not known. */
async function newest({ id }: Conversation, changed_after: number | undefined, room: number): Promise<Message[]> {
  if (changed_after !== undefined) {
    const changed = await api.messaging.messages({ id, changed_after }).catch(() => undefined)
    if (changed) return changed
  }
  const found: Message[] = []
  let before: number | undefined
  while (found.length < room) {
    const page = await api.messaging.messages({ id, limit: perPage, ...(before !== undefined && { before }) })
    found.unshift(...page)
    before = page[0]?.id
    if (page.length < perPage || (page[0] && page[0].created_at < since())) break
  }
  return found
}

/** Keeps messages that were read, in the place of what was known of them. */
export const keep = (userId: number, messages: readonly Message[]): Promise<unknown> =>
  inDatabase(userId, database =>
    messagesOf(database).bulkPut(
      messages.map(message => ({
        id: message.id,
        conversation_id: message.conversation_id,
        created_at: message.created_at,
        message,
      })),
    ),
  )

async function fetchPreviews(messages: Message[]): Promise<void> {
  const paths = messages.flatMap(({ attachments }) =>
    attachments.flatMap(one => ('preview_path' in one && one.preview_path ? [one.preview_path] : [])),
  )
  for (const path of paths.slice(-maxPreviews)) await fetch(`/storage/${path}`).catch(() => undefined)
}

/**
 * Keeps a conversation that is opened, before the next time when all are brought. Its messages are as far as they were
 * then: what came since is still to be asked for.
 */
export const keepConversation = (userId: number, conversation: Conversation): Promise<unknown> =>
  inDatabase(userId, async database => {
    const before = await conversationsOf(database).get(conversation.id)
    const change_id = before?.conversation.change_id ?? nothingYet
    await conversationsOf(database).put({ id: conversation.id, conversation: { ...conversation, change_id } })
  })

/** Lets go of a conversation that one is no longer in, with all that was said there. */
export const forgetConversation = (userId: number, id: number): Promise<unknown> =>
  inDatabase(userId, async database => {
    await conversationsOf(database).delete(id)
    await messagesOf(database).where('conversation_id').equals(id).delete()
  })

/** The conversations as they were when there was signal last, the latest first. */
export const keptConversations = (userId: number): Promise<Conversation[]> =>
  inDatabase(userId, async database =>
    (await conversationsOf(database).toArray())
      .map(({ conversation }) => conversation)
      .sort((one, other) => other.updated_at.localeCompare(one.updated_at)),
  )

/** Stored messages of one conversation, oldest first. */
export const keptMessages = (userId: number, conversationId: number): Promise<Message[]> =>
  inDatabase(userId, async database =>
    (await messagesOf(database).where('conversation_id').equals(conversationId).sortBy('id')).map(
      ({ message }) => message,
    ),
  )

/** Search in stored messages: words, author, days (YYYY-MM-DD), and whether there is a file. */
export type Wanted = { q: string; user_id?: number; from?: string; to?: string; has_file?: true }
type Where = { conversationId?: number | undefined; dayOf: (moment: string) => string }

/**
 * Messages that are kept here, have all of the words and meet what else is wanted, newest first; `dayOf` tells the day
 * of a moment.
 */
export async function searchKept(userId: number, wanted: Wanted, { conversationId, dayOf }: Where): Promise<Message[]> {
  const words = foldedText(wanted.q).split(' ').filter(Boolean)
  const rows = await inDatabase(userId, database => messagesOf(database).toArray())
  const isWanted = ({ sender_id, created_at, attachments }: Message) =>
    (wanted.user_id === undefined || sender_id === wanted.user_id) &&
    (!wanted.has_file || attachments.length > 0) &&
    (!wanted.from || dayOf(created_at) >= wanted.from) &&
    (!wanted.to || dayOf(created_at) <= wanted.to)
  return rows
    .filter(row => conversationId === undefined || row.conversation_id === conversationId)
    .map(({ message }) => message)
    .filter(({ message_text, deleted_at }) => !deleted_at && words.every(word => textHolds(message_text, word)))
    .filter(isWanted)
    .sort((one, other) => other.id - one.id)
    .slice(0, 50)
}
