import { z } from 'zod'
import { contract, page } from '../../lib/contract.ts'
import { ById, Flag, Id, NamedRow, Time } from '../../lib/fields.ts'
import { Paging } from '../../lib/paging.ts'
import { longestMessage, perMinute, reactionEmojis, reportReasons } from '../rules.ts'
import { Message, Read } from '../shapes.ts'

const read = ['read', 'Conversation'] as const
const write = ['create', 'Conversation'] as const
/** What people of a company whose plan has ended may still do: see what was said, leave, and ask for support. */
const goesOn = { access: read, afterPlanEnd: 'open' } as const

const Text = z.string().trim().max(longestMessage)

const Report = z
  .object({
    id: Id,
    message: Message,
    /** What stands before and after it. */
    neighbours: z.array(Message),
    reported_by: NamedRow.nullable(),
    reason: z.enum(reportReasons),
    comment: z.string().nullable(),
    created_at: Time,
    handled_at: Time.nullable(),
  })
  .meta({ id: 'MessageReport' })

/** One message: what becomes of it, who has read it, what is reported. */
export const messageCalls = contract({
  edit: {
    summary: 'Change the text of an own message',
    description: 'Earlier texts are kept.',
    problems: ['message_deleted', 'blocked', 'too_many_requests'],
    method: 'PUT',
    path: '/messaging/messages/:id',
    access: write,
    counted: perMinute,
    input: ById.extend({ message_text: Text }),
    returns: Message,
  },
  removeMessage: {
    summary: 'Delete a message for all',
    description: 'By whoever wrote it, or by a manager who is in the conversation. A tombstone stays.',
    method: 'DELETE',
    path: '/messaging/messages/:id',
    ...goesOn,
    input: ById,
    returns: z.null(),
  },
  readMessage: {
    summary: 'Note that a message was read',
    description: 'And all before it.',
    method: 'POST',
    path: '/messaging/messages/:id/read',
    ...goesOn,
    input: ById,
    returns: z.object({ unread_count: z.int(), last_read_id: z.int() }),
  },
  versions: {
    summary: 'Read the earlier texts of a message',
    method: 'GET',
    path: '/messaging/messages/:id/versions',
    access: read,
    input: ById,
    returns: z.array(z.object({ message_text: z.string(), replaced_at: Time })),
  },
  reads: {
    summary: 'Read who has read a message, and when',
    method: 'GET',
    path: '/messaging/messages/:id/reads',
    access: read,
    input: ById,
    returns: z.array(Read),
  },
  react: {
    summary: 'React to a message',
    description: 'With one of a few signs; `is_on` false takes it back.',
    problems: ['message_deleted', 'blocked'],
    method: 'POST',
    path: '/messaging/messages/:id/reaction',
    access: write,
    input: ById.extend({ emoji: z.enum(reactionEmojis), is_on: Flag.default(true) }),
    returns: Message,
  },
  pin: {
    summary: 'Pin a message for everybody in the conversation',
    problems: ['message_deleted', 'blocked'],
    method: 'POST',
    path: '/messaging/messages/:id/pin',
    access: write,
    input: ById.extend({ is_on: Flag.default(true) }),
    returns: Message,
  },
  acknowledge: {
    summary: 'Acknowledge an urgent message',
    problems: ['message_deleted'],
    method: 'POST',
    path: '/messaging/messages/:id/acknowledge',
    ...goesOn,
    input: ById,
    returns: Message,
  },
  report: {
    summary: 'Report a message to the managers',
    method: 'POST',
    path: '/messaging/messages/:id/report',
    ...goesOn,
    input: ById.extend({ reason: z.enum(reportReasons), comment: z.string().trim().max(1000).optional() }),
    returns: z.null(),
  },
  reports: {
    summary: 'List what was reported',
    description: 'With the message and its neighbours; for managers.',
    method: 'GET',
    path: '/messaging/reports',
    access: ['read', 'MessageReport'],
    input: Paging.omit({ archived: true, search: true }).extend({ is_open: Flag.optional() }),
    returns: page(Report),
  },
  handleReport: {
    summary: 'Close a report',
    description: 'With `remove_message` the message is deleted for all.',
    method: 'POST',
    path: '/messaging/reports/:id/handle',
    access: ['update', 'MessageReport'],
    input: ById.extend({ remove_message: Flag.optional() }),
    returns: z.null(),
  },
})
