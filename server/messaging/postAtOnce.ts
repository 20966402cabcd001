/**
 * A plain message in one trip to the database: what nearly every post is. Two statements of the migrations on one connection, each of which commits:
 * `post_message` writes it and tells the conversation; once it is read there, `tell_posted` tells everybody in it what they have unread.
 */
import { randomUUID } from 'node:crypto'
import { userChannel } from '#shared/lib/events.ts'
import { conversationChannel } from '#shared/messaging/events.ts'
import { mostUnread } from '#shared/messaging/limits.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { clientOf, type Database } from '../lib/db/pools.ts'
import type { AtOnce } from '../lib/http/atOnce.ts'
import { rowOf } from '../lib/security/limits.ts'
import { type Draft, noticeOf, perMinute } from './messages.ts'
import { presentPlain } from './present.ts'

type Post = Omit<Draft, 'at' | 'card'> & { id: number }

/** The statement that posts; none for what brings something along, answers another message or passes it on. */
export const postAtOnce: AtOnce<Post, Message> = ({ id, ...draft }, { identity, token, standing, locale }) => {
  const { companyId, id: author } = identity.actor
  const { messageText, uuid = randomUUID(), mentions = [], isUrgent = false } = draft
  const brings = draft.replyToId ?? draft.forwardId ?? draft.fileUuids?.at(0)
  if (companyId === null || messageText === '' || brings !== undefined) return null
  const unknown = { id: 0, changeId: 0, mentions: [], createdAt: new Date(0) }
  const never = { editedAt: null, deletedAt: null, deletedBy: null, pinnedAt: null, replyToId: null, urgentTold: 0 }
  const written = { companyId, conversationId: id, senderId: author, uuid, messageText, locale, isUrgent }
  const is = { kind: 'message', isForwarded: false, hasFiles: false } as const
  const message = presentPlain({ ...unknown, ...never, ...written, ...is }, null)
  const text = post(
    ...[token, standing, rowOf(perMinute, String(author)), perMinute.tries, perMinute.seconds],
    ...[id, author, uuid, messageText, locale, mentions, isUrgent],
    ...[withoutKnown(message), withoutKnown(noticeOf({ title: null }, message)), conversationChannel(companyId, id)],
  )
  return {
    write: async db => {
      const said = await text(db)
      return said === null ? null : (JSON.parse(said) as Message)
    },
    follows: db => tellOf(db, [id, author, uuid, ownChannel, mostUnread]),
  }
}

/** As JSON, without what the statement puts before it: what is only known behind the lock. */
const withoutKnown = (told: Partial<Message> & { conversation_title?: string | null }): string => {
  const { id, conversation_id, conversation_title, created_at, sender, change_id, mentions, ...rest } = told
  return JSON.stringify(rest)
}

/** What stands before and behind somebody's id in the name of their channel. */
const ownChannel = userChannel(0).split('0')

const marks = Array.from({ length: 15 }, (_, at) => `$${at + 1}`).join(', ')

const post =
  (...values: unknown[]) =>
  async (db: Database): Promise<string | null> => {
    const asked = { name: 'post a message', text: `select post_message(${marks}) as said`, values }
    const { rows } = await clientOf(db).query<{ said: string | null }>(asked)
    return rows[0]?.said ?? null
  }

const tellOf = (db: Database, values: unknown[]): Promise<unknown> =>
  clientOf(db).query({ name: 'tell of a post', text: 'select tell_posted($1, $2, $3, $4, $5)', values })
