/**
 * Conversations and messages. Every change locks the conversation's row, so that ids, times and commits of its messages
 * are in one order, and `last_change_id` counts changes without a gap.
 */
import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { locales } from '#shared/lib/language.ts'
import { conversationTypes, messageKinds, reportReasons } from '#shared/messaging/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { files } from '../files/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { submissions } from '../submissions/table.ts'
import { sentTasks } from '../tasks/table.ts'

const company = () =>
  integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
const user = () =>
  integer()
    .notNull()
    .references(() => users.id)
/** What words are looked up in; made by the database out of the text (migrations). */
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const conversations = pgTable(
  'conversations',
  {
    ...ofCompany(companies),
    type: text({ enum: conversationTypes }).notNull(),
    title: text(),
    pictureFileId: integer(),
    createdBy: user(),
    /** The two of a private conversation, `3:17`, or whose line to the support it is: there is one of each. */
    pairKey: text(),
    /** What the device that made it called it. */
    uuid: uuid(),
    lastChangeId: integer().notNull().default(0),
    /** Changes up to this one are not all known any more: messages were erased. */
    forgottenChangeId: integer().notNull().default(0),
    lastMessageId: integer(),
    lastMessageAt: moment(),
    /** Of the support line: the admin who looks after it, and up to where any of them has read. */
    assignedTo: integer().references(() => users.id),
    supportReadId: integer().notNull().default(0),
    deletedAt: moment(),
    createdAt: created(),
  },
  t => [
    companyKey('conversations', t),
    unique('conversations_pair_key').on(t.companyId, t.pairKey),
    unique('conversations_uuid_key').on(t.companyId, t.createdBy, t.uuid),
    index('conversations_created_by_idx').on(t.createdBy),
    index('conversations_assigned_to_idx').on(t.assignedTo),
    index('conversations_picture_idx').on(t.companyId, t.pictureFileId),
    index('conversations_support_idx').on(t.lastMessageAt).where(sql`${t.type} = 'support'`),
    sameCompany('conversations_picture_file_id_fk', t, t.pictureFileId, files),
    check('conversations_title', sql`(${t.type} = 'group') = (${t.title} is not null)`),
    check('conversations_pair', sql`(${t.type} = 'group') = (${t.pairKey} is null)`),
  ],
)

export const conversationMembers = pgTable(
  'conversation_members',
  {
    companyId: company(),
    conversationId: integer().notNull(),
    userId: user(),
    joinedAt: created(),
    /** They see messages after this one. */
    sinceId: integer().notNull().default(0),
    leftAt: moment(),
    lastReadId: integer().notNull().default(0),
    isMuted: boolean().notNull().default(false),
    isPinned: boolean().notNull().default(false),
    /** Not in their list until there is a message after this one. */
    hiddenId: integer(),
    draft: text(),
    draftAt: moment(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.conversationId, t.userId] }),
    index('conversation_members_user_idx').on(t.userId, t.companyId).where(isNull(t.leftAt)),
    index('conversation_members_user_id_idx').on(t.userId),
    sameCompany('conversation_members_conversation_id_fk', t, t.conversationId, conversations),
  ],
)

export const messages = pgTable(
  'messages',
  {
    ...ofCompany(companies),
    conversationId: integer().notNull(),
    senderId: user(),
    uuid: uuid().notNull(),
    kind: text({ enum: messageKinds }).notNull().default('message'),
    messageText: text().notNull(),
    locale: text({ enum: locales as [string, ...string[]] }).notNull(),
    replyToId: integer(),
    isForwarded: boolean().notNull().default(false),
    mentions: integer().array().notNull().default(sql`'{}'`),
    isUrgent: boolean().notNull().default(false),
    /** How often an urgent one was told again. */
    urgentTold: integer().notNull().default(0),
    createdAt: created(),
    editedAt: moment(),
    deletedAt: moment(),
    deletedBy: integer().references(() => users.id),
    pinnedAt: moment(),
    hasFiles: boolean().notNull().default(false),
    changeId: integer().notNull(),
    words: searchWords(),
  },
  t => [
    companyKey('messages', t),
    unique('messages_uuid_key').on(t.companyId, t.conversationId, t.senderId, t.uuid),
    index('messages_conversation_idx').on(t.companyId, t.conversationId, t.id),
    index('messages_change_idx').on(t.companyId, t.conversationId, t.changeId),
    index('messages_files_idx').on(t.companyId, t.conversationId, t.id).where(sql`${t.hasFiles}`),
    index('messages_pinned_idx').on(t.companyId, t.conversationId, t.id).where(isNotNull(t.pinnedAt)),
    index('messages_sender_id_idx').on(t.senderId),
    index('messages_deleted_by_idx').on(t.deletedBy),
    index('messages_reply_to_idx').on(t.companyId, t.replyToId),
    index('messages_created_at_idx').on(t.companyId, t.createdAt),
    index('messages_urgent_idx').on(t.createdAt).where(sql`${t.isUrgent}`),
    // What was written last is in the index at once: an unsorted list of it would be read through by each search.
    index('messages_words_idx').using('gin', t.words).with({ fastupdate: false }),
    index('messages_similar_idx').using('gin', sql`fold(${t.messageText}) gin_trgm_ops`),
    sameCompany('messages_conversation_id_fk', t, t.conversationId, conversations),
  ],
)

/** Texts that a message had before. */
export const messageVersions = pgTable(
  'message_versions',
  {
    ...ofCompany(companies),
    messageId: integer().notNull(),
    messageText: text().notNull(),
    replacedAt: created(),
  },
  t => [
    index('message_versions_message_idx').on(t.companyId, t.messageId),
    sameCompany('message_versions_message_id_fk', t, t.messageId, messages),
  ],
)

export const messageAttachments = pgTable(
  'message_attachments',
  {
    ...ofCompany(companies),
    messageId: integer().notNull(),
    position: integer().notNull(),
    fileId: integer(),
    submissionId: integer(),
    sentTaskId: integer(),
  },
  t => [
    index('message_attachments_message_idx').on(t.companyId, t.messageId),
    index('message_attachments_file_idx').on(t.companyId, t.fileId),
    index('message_attachments_submission_idx').on(t.companyId, t.submissionId),
    index('message_attachments_sent_task_idx').on(t.companyId, t.sentTaskId),
    sameCompany('message_attachments_message_id_fk', t, t.messageId, messages),
    sameCompany('message_attachments_file_id_fk', t, t.fileId, files),
    sameCompany('message_attachments_submission_id_fk', t, t.submissionId, submissions),
    // A message keeps its words when the occurrence beside them is withdrawn.
    sameCompany('message_attachments_sent_task_id_fk', t, t.sentTaskId, sentTasks).onDelete('cascade'),
    check('message_attachments_one', sql`num_nonnulls(${t.fileId}, ${t.submissionId}, ${t.sentTaskId}) = 1`),
  ],
)

/**
 * Each time that somebody read on: from after one message up to another. So who has read a message when is known to the
 * minute, with one row for a visit and not for a message.
 */
export const messageReads = pgTable(
  'message_reads',
  {
    companyId: company(),
    conversationId: integer().notNull(),
    userId: user(),
    fromId: integer().notNull(),
    messageId: integer().notNull(),
    readAt: created(),
    changeId: integer().notNull(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.conversationId, t.userId, t.messageId] }),
    index('message_reads_message_idx').on(t.companyId, t.conversationId, t.messageId),
    index('message_reads_change_idx').on(t.companyId, t.conversationId, t.changeId),
    index('message_reads_user_id_idx').on(t.userId),
    sameCompany('message_reads_conversation_id_fk', t, t.conversationId, conversations),
  ],
)

export const messageReactions = pgTable(
  'message_reactions',
  {
    companyId: company(),
    messageId: integer().notNull(),
    userId: user(),
    emoji: text().notNull(),
    createdAt: created(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.messageId, t.userId, t.emoji] }),
    index('message_reactions_user_id_idx').on(t.userId),
    sameCompany('message_reactions_message_id_fk', t, t.messageId, messages),
  ],
)

export const messageAcknowledgements = pgTable(
  'message_acknowledgements',
  {
    companyId: company(),
    messageId: integer().notNull(),
    userId: user(),
    acknowledgedAt: created(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.messageId, t.userId] }),
    index('message_acknowledgements_user_id_idx').on(t.userId),
    sameCompany('message_acknowledgements_message_id_fk', t, t.messageId, messages),
  ],
)

export const messageReports = pgTable(
  'message_reports',
  {
    ...ofCompany(companies),
    messageId: integer().notNull(),
    reportedBy: user(),
    reason: text({ enum: reportReasons }).notNull(),
    comment: text(),
    /** The text at that time; its author may change or delete the message. */
    reportedText: text().notNull(),
    createdAt: created(),
    handledAt: moment(),
    handledBy: integer().references(() => users.id),
  },
  t => [
    unique('message_reports_key').on(t.companyId, t.messageId, t.reportedBy),
    index('message_reports_created_at_idx').on(t.companyId, t.createdAt),
    index('message_reports_reported_by_idx').on(t.reportedBy),
    index('message_reports_handled_by_idx').on(t.handledBy),
    sameCompany('message_reports_message_id_fk', t, t.messageId, messages),
  ],
)

export const personBlocks = pgTable(
  'person_blocks',
  {
    companyId: company(),
    userId: user(),
    blockedUserId: user(),
    createdAt: created(),
  },
  t => [
    primaryKey({ columns: [t.companyId, t.userId, t.blockedUserId] }),
    index('person_blocks_user_id_idx').on(t.userId),
    index('person_blocks_blocked_user_id_idx').on(t.blockedUserId),
  ],
)

/** How somebody wants messaging to be in a company, and when they were there last. */
export const messagingPreferences = pgTable(
  'messaging_preferences',
  {
    companyId: company(),
    userId: user(),
    hidesPresence: boolean().notNull().default(false),
    hidesTyping: boolean().notNull().default(false),
    hasSound: boolean().notNull().default(true),
    enterSends: boolean().notNull().default(true),
    doNotDisturbUntil: moment(),
    quietFrom: text(),
    quietTo: text(),
    lastSeenAt: moment(),
  },
  t => [primaryKey({ columns: [t.companyId, t.userId] }), index('messaging_preferences_user_id_idx').on(t.userId)],
)

/** For how many days a company keeps messages; without a row for ever. */
export const messageRetention = pgTable('message_retention', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  days: integer().notNull(),
})
