/** All people of the platform, for its administrators. */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, EditedFields, Email, Flag, Id, Name, Revision, Time, TimeZone } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { SoleManagements } from './fields.ts'

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
  /** End of a guest's access. */
  guest_until: Time.nullable(),
  /** Company in which the person works now. */
  companies: z.array(z.object({ id: Id, name: z.string(), role_id: z.int() })),
  last_seen_at: Time.nullable(),
}).meta({ id: 'User' })
export type User = z.infer<typeof User>

export const users = contract({
  list: {
    summary: 'List all people of this tend',
    method: 'GET',
    path: '/user',
    access: ['manage', 'User'],
    isolation: 'platform',
    keys: 'open',
    input: Paging.extend({
      sort: sortBy('name', 'email', 'created_at'),
      company_id: Id.optional(),
      is_admin: Flag.optional(),
    }),
    returns: page(User),
  },
  get: {
    summary: 'Read a person',
    method: 'GET',
    path: '/user/:id',
    access: ['manage', 'User'],
    isolation: 'platform',
    keys: 'open',
    input: ById,
    returns: User,
  },
  update: {
    summary: 'Change a person',
    description: 'A changed address counts as confirmed. Changing it or `is_admin` needs a recent password.',
    problems: ['reauthentication_required', 'email_taken', 'last_admin'],
    method: 'PUT',
    path: '/user/:id',
    access: ['manage', 'User'],
    isolation: 'platform',
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
  remove: {
    summary: 'End a person’s account',
    description: 'Ends all sessions at once; after 30 days name and address are taken out. Needs a recent password.',
    problems: ['reauthentication_required', 'last_admin', 'last_manager'],
    conflicts: { last_manager: SoleManagements },
    method: 'DELETE',
    path: '/user/:id',
    access: ['manage', 'User'],
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Bring back an ended account',
    method: 'POST',
    path: '/user/:id/restore',
    access: ['manage', 'User'],
    isolation: 'platform',
    input: ById,
    returns: User,
  },
  endTwoFactor: {
    summary: "Turn off a person's second factor",
    description: 'For somebody who lost the authenticator and the recovery codes. Needs a recent password.',
    problems: ['reauthentication_required'],
    method: 'DELETE',
    path: '/user/:id/two-factor',
    access: ['manage', 'User'],
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
  emailExists: {
    summary: 'Ask whether an address is known',
    description: 'Whether somebody of the own company has this address; for admins, anybody.',
    problems: ['too_many_requests'],
    method: 'GET',
    path: '/v1/users/by/email',
    access: ['read', 'EmailAddress'],
    isolation: 'platform',
    input: z.object({ email: Email }),
    returns: z.object({ exists: z.boolean() }),
  },
})
