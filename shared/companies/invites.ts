/**
 * Invitations: a link, valid once and for 7 days, by which a person joins with a role or declines; sending it again
 * voids the old link. Managers invite up to their own role after confirming their address (403 `email_not_confirmed`);
 * only an admin adds people who were not asked.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Email, Flag, Id, NamedRow, Time } from '../lib/fields.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { Member, ReachInput, RoleId } from './contract.ts'
import { inviteResults, inviteStates } from './rules.ts'

export const Invite = z
  .object({
    id: Id,
    company_id: Id,
    email: z.string(),
    /** Account that was invited; null where an address was. */
    user_id: Id.nullable(),
    role_id: z.int(),
    role_name: z.string().nullable(),
    /** Starter forms, which become the newcomer's first tasks. */
    forms: z.array(Id),
    /** Null: in the whole company. */
    reach: ReachInput.nullable(),
    language_id: Id,
    state: z.enum(inviteStates),
    /** Response of the mail server when the mail did not arrive. */
    delivery_error: z.string().nullable(),
    /** Without a name for the company's people where an administrator of this tend invited. */
    invited_by: z.object({ id: Id, name: z.string().nullable() }),
    sent_at: Time,
    expires_at: Time,
    accepted_at: Time.nullable(),
    /** Person who joined. If their address differs from the invited one, the inviter was mailed. */
    accepted_by: NamedRow.nullable(),
    /** By whom it was for. */
    declined_at: Time.nullable(),
    revoked_at: Time.nullable(),
    created_at: Time,
    /**
     * Path of a link or QR code that can be handed over. It does not confirm an address, unlike the link of the mail.
     * Null for an expired invitation, for callers who may not grant its role, and where an account was invited.
     */
    path: z.string().nullable(),
  })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

/** Content of the invitation for the holder of its link, before signing in. */
export const InviteDescription = z
  .object({
    company: NamedRow,
    email: z.string(),
    role_id: z.int(),
    role_name: z.string().nullable(),
    invited_by: z.string(),
    language_id: Id,
    expires_at: Time,
    /**
     * True when the address has an account, which signs in instead of registering. Null for a link that was handed
     * over, because managers could otherwise test addresses by inviting them.
     */
    has_account: z.boolean().nullable(),
  })
  .meta({ id: 'InviteDescription' })
export type InviteDescription = z.infer<typeof InviteDescription>

/** An invitation to the signed-in person, who joins with `companies.join({id: company_id})`. */
export const OwnInvite = z
  .object({
    id: Id,
    company_id: Id,
    company_name: z.string(),
    role_id: z.int(),
    role_name: z.string().nullable(),
    invited_by: z.string(),
    expires_at: Time,
  })
  .meta({ id: 'OwnInvite' })
export type OwnInvite = z.infer<typeof OwnInvite>

const Invited = z.object({
  role_id: RoleId,
  /** Ids of published forms. */
  forms: z.array(Id).max(20).default([]),
  /** Language of the mail; the company's by default. */
  language_id: z.int().min(1).max(5).optional(),
  /** Where they will work; the caller's own reach by default. */
  reach: ReachInput.nullable().optional(),
})
const InviteRef = ById.extend({ invite_id: Id })

export const invites = contract({
  create: {
    summary: 'Invite somebody',
    problems: ['email_not_confirmed', 'role_above_own', 'plan_limit_reached', 'too_many_requests'],
    method: 'POST',
    path: '/company/:id/invite',
    access: ['create', 'Invite'],
    /** `company_id` is the specification's; it says the same as the path. */
    input: Invited.extend({ id: Id, email: Email, company_id: Id.optional() }),
    returns: Invite,
    status: 201,
  },
  createMany: {
    summary: 'Invite a list of people',
    description:
      'An address a line, then optionally the role (its name or number) and the names of the locations, groups and ' +
      'vehicles where the person works, at most 200; or a table with headings. One that cannot be invited, or is ' +
      "beyond a day's (`too_many_today`), does not stop the others. A `dry_run` invites nobody: lines that would be " +
      'invited are `ready`.',
    problems: ['email_not_confirmed', 'role_above_own', 'plan_limit_reached'],
    method: 'POST',
    path: '/company/:id/invite/bulk',
    access: ['create', 'Invite'],
    input: Invited.extend({ id: Id, text: z.string().max(100_000), dry_run: Flag.default(false) }),
    returns: z.object({
      lines: z.array(
        z.object({
          line: z.int(),
          text: z.string(),
          email: z.string().nullable(),
          role_id: z.int().nullable(),
          /** Where they will work, as the line names it. */
          places: z.array(z.string()),
          /** The name among `places` because of which the line is refused. */
          place: z.string().nullable(),
          /** Path of the link of somebody who was invited, to hand over. */
          path: z.string().nullable(),
          result: z.enum(inviteResults),
        }),
      ),
      /** Headings of a table's columns that are not read, which hold no addresses, roles or places. */
      unread_columns: z.array(z.string()),
    }),
    status: 201,
  },
  addMember: {
    summary: 'Add somebody who has an account',
    description:
      'An administrator adds the person at once. A manager invites one who was a member before (403 for others).',
    problems: [
      'forbidden',
      'email_not_confirmed',
      'role_above_own',
      'plan_limit_reached',
      'plan_expired',
      'too_many_requests',
    ],
    method: 'POST',
    path: '/company/:id/user/:user_id',
    access: ['create', 'Invite'],
    input: ById.extend({ user_id: Id, role_id: RoleId }),
    returns: z.union([Member, Invite]),
    status: 201,
  },
  list: {
    summary: 'List invitations',
    method: 'GET',
    path: '/company/:id/invites',
    access: ['read', 'Invite'],
    input: Paging.omit({ archived: true }).extend({
      ...Incremental.shape,
      id: Id,
      sort: sortBy('email', 'created_at', 'expires_at'),
      state: z.enum(inviteStates).optional(),
    }),
    returns: page(Invite),
  },
  resend: {
    summary: 'Send an invitation again',
    description: 'A new link for another 7 days, mailed; the old one is void. Also for an expired one.',
    problems: ['email_not_confirmed', 'role_above_own', 'plan_limit_reached', 'link_used', 'link_revoked'],
    method: 'POST',
    path: '/company/:id/invite/:invite_id/resend',
    access: ['update', 'Invite'],
    input: InviteRef,
    returns: Invite,
  },
  revoke: {
    summary: 'Take an invitation back',
    problems: ['role_above_own', 'link_used'],
    method: 'DELETE',
    path: '/company/:id/invite/:invite_id',
    access: ['delete', 'Invite'],
    input: InviteRef,
    returns: z.null(),
  },
  decline: {
    summary: 'Decline an invitation',
    description:
      "With the token of an invitation, or without one the invitation to the caller's account or confirmed " +
      'address.',
    problems: ['link_used', 'link_expired', 'link_revoked', 'link_replaced'],
    method: 'POST',
    path: '/company/:id/decline',
    access: 'signed-in',
    isolation: 'platform',
    input: ById.extend({ token: z.string().max(200).optional() }),
    returns: z.null(),
  },
  describe: {
    summary: 'Say what an invitation is for',
    description:
      '404 for a link that was never good; 410 `link_used`, `link_expired`, `link_revoked` or ' +
      '`link_replaced` (sent again) otherwise.',
    problems: ['link_used', 'link_expired', 'link_revoked', 'link_replaced'],
    method: 'GET',
    path: '/company/:id/invite/:token',
    access: 'anyone',
    isolation: 'platform',
    input: ById.extend({ token: z.string().max(200) }),
    returns: InviteDescription,
  },
  mine: {
    summary: 'List the own open invitations',
    description: "Open invitations to the caller's account, and to their address once that is confirmed.",
    method: 'GET',
    path: '/me/invite',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({}),
    returns: z.array(OwnInvite),
  },
})

/** Sent to the inviter and to the invited account: the list is read again. */
export const inviteEvents = {
  'invites.changed': z.object({ company_id: Id }),
}
