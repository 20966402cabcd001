import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Flag, greatestWhole, Id, Uuid } from '../lib/fields.ts'
import { maxAttachments } from '../lib/fileKinds.ts'
import { normalizedText } from '../lib/folding.ts'
import { Paging } from '../lib/paging.ts'
import {
  conversationTypes,
  maxMembers,
  maxMentions,
  maxMessageLength,
  maxTitleLength,
  messagesPerPage,
  perMinute,
  searchPage,
} from './rules.ts'
import { Conversation, Message } from './shapes.ts'

export const read = ['read', 'Conversation'] as const
export const write = ['create', 'Conversation'] as const
/** Calls that stay open after the end of the company's plan: reading, leaving, asking for support. */
export const openAfterPlanEnd = { access: read, afterPlanEnd: 'open' } as const

const Title = z.string().overwrite(normalizedText).min(1).max(maxTitleLength)
const UserIds = z.array(Id).max(maxMembers)
const Text = z.string().trim().max(maxMessageLength)
const Words = z.string().trim().min(1).max(200)

const MessageDraft = z.object({
  message_text: Text.default(''),
  uuid: Uuid.optional(),
  reply_to_id: Id.optional(),
  mentions: z.array(Id).max(maxMentions).optional(),
  /** Files that `POST file` took before, by their uuids. */
  file_uuids: z.array(Uuid).max(maxAttachments).optional(),
  is_urgent: Flag.optional(),
  /** The message whose text and attachments are passed on. */
  forward_id: Id.optional(),
})

const Card = z.object({
  conversation_id: Id.optional(),
  user_ids: UserIds.optional(),
  message_text: Text.optional(),
  uuid: Uuid.optional(),
})

/** A message that was found, with the words that were looked for marked: `before[match]after`. */
const Hit = z
  .object({
    message: Message,
    conversation: Conversation.pick({ id: true, title: true, type: true, users: true }),
    highlight: z.string(),
  })
  .meta({ id: 'MessageHit' })

const SearchFilters = z.object({
  q: Words,
  limit: z.int().min(1).max(searchPage).default(searchPage),
  offset: z.int().min(0).max(10_000).default(0),
  user_id: Id.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  has_file: Flag.optional(),
})

/** Calls about conversations: participants, messages, search. */
export const conversationCalls = contract({
  list: {
    summary: 'List the own conversations',
    failure: 'load conversations',
    description: 'By the latest message. Admins of the platform see those of the support line among them.',
    method: 'GET',
    path: '/messaging/conversations',
    access: read,
    input: Paging.omit({ archived: true }).extend({
      unread: Flag.optional(),
      type: z.enum(conversationTypes).optional(),
    }),
    returns: page(Conversation),
  },
  create: {
    summary: 'Start a conversation',
    failure: 'create conversation',
    description: '`support` needs nobody: it is the line of a company’s managers to the platform’s admins.',
    problems: ['private_takes_two', 'too_many_requests', 'blocked', 'plan_expired', 'forbidden'],
    method: 'POST',
    path: '/messaging/conversations',
    access: write,
    afterPlanEnd: 'open',
    input: z.object({
      type: z.enum(conversationTypes),
      title: z.string().overwrite(normalizedText).max(maxTitleLength).optional(),
      user_ids: UserIds.default([]),
      uuid: Uuid.optional(),
    }),
    returns: Conversation,
    status: 201,
  },
  sendSubmission: {
    summary: 'Send a submission as a card',
    failure: 'send form submission',
    description: 'Into a conversation, or to people. Each reader fetches what they may see.',
    problems: ['private_takes_two', 'too_many_requests', 'blocked', 'not_found'],
    method: 'POST',
    path: '/messaging/conversations/form-submission',
    access: write,
    counted: perMinute,
    input: Card.extend({ form_submission_id: Id }),
    returns: Message,
    status: 201,
  },
  sendTask: {
    summary: 'Send an occurrence of a task as a card',
    failure: 'send task',
    description: 'Into a conversation, or to people. Each reader fetches what they may see.',
    problems: ['private_takes_two', 'too_many_requests', 'blocked', 'not_found'],
    method: 'POST',
    path: '/messaging/conversations/task-sent',
    access: write,
    counted: perMinute,
    input: Card.extend({ task_sent_id: Id }),
    returns: Message,
    status: 201,
  },
  get: {
    summary: 'Read a conversation',
    failure: 'load conversation',
    method: 'GET',
    path: '/messaging/conversations/:id',
    access: read,
    input: ById,
    returns: Conversation,
  },
  update: {
    summary: 'Change a group',
    failure: 'update conversation',
    description: 'Its title, and its picture by the uuid of a file that was sent before.',
    method: 'PUT',
    path: '/messaging/conversations/:id',
    access: write,
    input: ById.extend({ title: Title.optional(), picture_uuid: Uuid.nullish() }),
    returns: Conversation,
  },
  remove: {
    summary: 'Hide a conversation',
    failure: 'delete conversation',
    description:
      'For the caller, until something new is written. `for_all` ends a group, for its creator and its managers.',
    method: 'DELETE',
    path: '/messaging/conversations/:id',
    ...openAfterPlanEnd,
    input: ById.extend({ for_all: Flag.optional() }),
    returns: z.null(),
  },
  own: {
    summary: 'Change the own settings of a conversation',
    failure: 'update conversation',
    description: 'Mute, pin and the draft of a message, which only the caller sees.',
    method: 'PUT',
    path: '/messaging/conversations/:id/own',
    ...openAfterPlanEnd,
    input: ById.extend({ is_muted: Flag.optional(), is_pinned: Flag.optional(), draft: Text.nullish() }),
    returns: Conversation,
  },
  messages: {
    summary: 'Read the messages of a conversation',
    failure: 'load messages',
    description:
      'Oldest first. `before` and `after` name a message, `around` one in the middle; `changed_after` a ' +
      '`change_id`: all created, edited, deleted and read since. 410 `history_gone`: load the conversation again.',
    problems: ['history_gone'],
    method: 'GET',
    path: '/messaging/conversations/:id/messages',
    access: read,
    input: ById.extend({
      limit: z.int().min(1).max(100).default(messagesPerPage),
      before: Id.optional(),
      after: z.int().min(0).max(greatestWhole).optional(),
      around: Id.optional(),
      from: z.iso.date().optional(),
      changed_after: z.int().min(0).max(greatestWhole).optional(),
    }),
    returns: z.array(Message),
  },
  post: {
    summary: 'Post a message',
    failure: 'send message',
    description:
      'JSON, or multipart with `attachments[0]` to `attachments[9]`, 10 × 1024 × 1024 bytes each. The same ' +
      '`uuid` is the same message.',
    problems: ['too_many_requests', 'plan_expired', 'plan_limit_reached', 'blocked', 'file_type_refused', 'too_large'],
    method: 'POST',
    path: '/messaging/conversations/:id/messages',
    access: write,
    counted: perMinute,
    afterPlanEnd: 'open',
    multipart: 'attachments',
    input: MessageDraft.extend({ id: Id }),
    returns: Message,
    status: 201,
  },
  search: {
    summary: 'Search in a conversation',
    failure: 'search messages',
    description: 'Newest first. `from` and `to` are days in the time zone of the caller.',
    method: 'GET',
    path: '/messaging/conversations/:id/search',
    access: read,
    input: SearchFilters.extend({ id: Id }),
    returns: z.array(Hit),
  },
  searchAll: {
    summary: 'Search in all own conversations',
    failure: 'search messages',
    description: 'Newest first. `from` and `to` are days in the time zone of the caller.',
    method: 'GET',
    path: '/messaging/search',
    access: read,
    input: SearchFilters,
    returns: z.array(Hit),
  },
  files: {
    summary: 'List the messages of a conversation that have files',
    failure: 'load files',
    description: 'Newest first, 50 at once; `kind` narrows to pictures, or to what is none.',
    method: 'GET',
    path: '/messaging/conversations/:id/files',
    access: read,
    input: ById.extend({ before: Id.optional(), kind: z.enum(['image', 'document']).optional() }),
    returns: z.array(Message),
  },
  pinned: {
    summary: 'List the pinned messages of a conversation',
    failure: 'load pinned messages',
    method: 'GET',
    path: '/messaging/conversations/:id/pinned',
    access: read,
    input: ById,
    returns: z.array(Message),
  },
  leave: {
    summary: 'Leave a group',
    failure: 'leave conversation',
    problems: ['only_groups'],
    method: 'POST',
    path: '/messaging/conversations/:id/leave',
    ...openAfterPlanEnd,
    input: ById,
    returns: z.null(),
  },
  read: {
    summary: 'Mark a conversation as read',
    failure: 'mark conversation as read',
    description: 'Up to its latest message, or up to `message_id`.',
    method: 'POST',
    path: '/messaging/conversations/:id/read',
    ...openAfterPlanEnd,
    input: ById.extend({ message_id: Id.optional() }),
    returns: z.object({ unread_count: z.int(), last_read_id: z.int() }),
  },
  addUser: {
    summary: 'Add somebody to a group',
    failure: 'add user',
    description: 'They see what is written from then on.',
    problems: ['only_groups'],
    method: 'POST',
    path: '/messaging/conversations/:id/users',
    access: write,
    input: ById.extend({ user_id: Id }),
    returns: Conversation,
  },
  removeUser: {
    summary: 'Remove somebody from a group',
    failure: 'remove user',
    description: 'For its creator and for managers who are in it.',
    problems: ['only_groups'],
    method: 'DELETE',
    path: '/messaging/conversations/:id/users',
    ...openAfterPlanEnd,
    input: ById.extend({ user_id: Id }),
    returns: z.null(),
  },
  take: {
    summary: 'Assign a conversation of the support line',
    failure: 'assign conversation',
    description: 'For admins: assigns it to `user_id`; null unassigns it.',
    method: 'POST',
    path: '/messaging/conversations/:id/take',
    access: ['manage', 'SupportLine'],
    input: ById.extend({ user_id: Id.nullish() }),
    returns: Conversation,
  },
})
