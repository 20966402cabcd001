/** All people of the platform, for its admins. */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, EditedFields, Email, Flag, Id, Name, Revision, Time, TimeZone } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'

export const User = EditedFields.extend({
  name: z.string(),
  email: z.string().nullable(),
  email_confirmed_at: Time.nullable(),
  user_name: z.string().nullable(),
  avatar: z.string().nullable(),
  language_id: Id,
  time_zone: z.string(),
  is_admin: z.boolean(),
  has_two_factor: z.boolean(),
  /** The end of somebody who came by guest login. */
  guest_until: Time.nullable(),
  /** Where the person works now. */
  companies: z.array(z.object({ id: Id, name: z.string(), role_id: z.int() })),
  last_seen_at: Time.nullable(),
})
export type User = z.infer<typeof User>

export const users = contract({
  list: {
    method: 'GET',
    path: '/user',
    access: ['manage', 'User'],
    wall: 'platform',
    input: Paging.extend({
      sort: sortBy('name', 'email', 'created_at'),
      company_id: Id.optional(),
      is_admin: Flag.optional(),
    }),
    returns: page(User),
  },
  get: { method: 'GET', path: '/user/:id', access: ['manage', 'User'], wall: 'platform', input: ById, returns: User },
  /** A changed address counts as confirmed, and both addresses get a mail. Changing it or `is_admin` needs a recent password. */
  update: {
    method: 'PUT',
    path: '/user/:id',
    access: ['manage', 'User'],
    wall: 'platform',
    input: z.object({
      id: Id,
      name: Name.optional(),
      email: Email.optional(),
      language_id: z.int().min(1).max(5).optional(),
      time_zone: TimeZone.optional(),
      is_admin: Flag.optional(),
      revision: Revision.optional(),
    }),
    returns: User,
  },
  /** Ends all sessions at once; after 30 days name and address are taken out. Needs a recent password. */
  remove: {
    method: 'DELETE',
    path: '/user/:id',
    access: ['manage', 'User'],
    wall: 'platform',
    input: ById,
    returns: z.null(),
  },
  restore: {
    method: 'POST',
    path: '/user/:id/restore',
    access: ['manage', 'User'],
    wall: 'platform',
    input: ById,
    returns: User,
  },
  /** For somebody who lost the authenticator and the recovery codes. Needs a recent password. */
  endTwoFactor: {
    method: 'DELETE',
    path: '/user/:id/two-factor',
    access: ['manage', 'User'],
    wall: 'platform',
    input: ById,
    returns: z.null(),
  },
  /** Whether somebody of the own company has this address; for admins, anybody. */
  emailExists: {
    method: 'GET',
    path: '/v1/users/by/email',
    access: ['read', 'EmailAddress'],
    wall: 'platform',
    input: z.object({ email: Email }),
    returns: z.object({ exists: z.boolean() }),
  },
})
