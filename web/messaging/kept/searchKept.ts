import { foldedText, textHolds } from '#shared/lib/searching.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { inDatabase } from '../../lib/offline/database/database.ts'
import { messagesOf } from './keepMessages.ts'

/** What is looked for: words, and who wrote it, between which days (YYYY-MM-DD), and whether a file came with it. */
export type Wanted = { q: string; user_id?: number; from?: string; to?: string; has_file?: true }
type Where = { conversationId?: number | undefined; dayOf: (moment: string) => string }

/** Messages that are kept here, have all of the words and meet what else is wanted, newest first; `dayOf` tells the day of a moment. */
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
