/**
 * The own tasks in the calendar of Outlook, Google or Apple: a secret address that such a program reads by itself. It stands beside these calls, at
 * `/api/calendar/feed/{secret}.ics`, outside the envelope (RFC 5545), and answers whoever knows it until it is ended.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Time } from '../lib/fields.ts'

export const CalendarFeed = z
  .object({
    address: z.string(),
    created_at: Time,
    /** When a calendar program asked for it last. */
    read_at: Time.nullable(),
  })
  .meta({ id: 'CalendarFeed' })
export type CalendarFeed = z.infer<typeof CalendarFeed>

const mine = {
  access: ['read', 'SentTask'],
  path: '/calendar/feed',
  input: z.object({}),
  problems: ['not_while_acting'],
} as const

export const feeds = contract({
  get: {
    summary: 'Read the secret address of the own calendar',
    description: 'null while there is none.',
    method: 'GET',
    ...mine,
    returns: CalendarFeed.nullable(),
  },
  create: {
    summary: 'Make a secret address for the own calendar',
    description:
      'An iCalendar feed of the own tasks in this company. An earlier address stops at once. The address itself is read with a plain GET, which answers `text/calendar` with an ETag.',
    method: 'POST',
    ...mine,
    status: 201,
    afterPlanEnd: 'open',
    returns: CalendarFeed,
  },
  remove: {
    summary: 'End the secret address of the own calendar',
    method: 'DELETE',
    ...mine,
    afterPlanEnd: 'open',
    returns: z.null(),
  },
})
