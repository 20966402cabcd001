/**
 * Own tasks in Outlook, Google or Apple calendars, by a secret address that the program reads. The feed is at
 * `/api/calendar/feed/{secret}.ics`, outside the envelope (RFC 5545), for everybody who has the address.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Time } from '../lib/fields.ts'

export const CalendarFeed = z
  .object({
    address: z.string(),
    created_at: Time,
    /** Last time a calendar program asked for it. */
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
    summary: 'Create a secret address for the own calendar',
    description:
      'An iCalendar feed of the own tasks in this company. An earlier address stops at once. The address ' +
      'itself is read with a plain GET, which answers `text/calendar` with an ETag.',
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
