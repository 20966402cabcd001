/**
 * Workers without an email address: a manager creates the account with a user name and shows a QR code. The worker's
 * phone uses it once, within 15 minutes or from a printed card within 7 days, and sets a PIN for that phone alone, of
 * which five wrong tries end the enrolment.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Flag, Id, Name, Time, TimeZone } from '../lib/fields.ts'
import { foldCode, normalizedIdentifier } from '../lib/folding.ts'
import { roles } from '../lib/roles.ts'
import { Pin, SignedIn, Token } from './fields.ts'

const OfMember = z.object({ id: Id, user_id: Id })

export const Worker = z
  .object({ id: Id, name: z.string(), user_name: z.string(), role_id: z.int() })
  .meta({ id: 'Worker' })
export type Worker = z.infer<typeof Worker>

/** An enrolled phone. */
export const WorkerPhone = z
  .object({
    id: Id,
    device: z.string().nullable(),
    enrolled_at: Time,
    last_used_at: Time.nullable(),
  })
  .meta({ id: 'WorkerPhone' })
export type WorkerPhone = z.infer<typeof WorkerPhone>

export const workers = contract({
  create: {
    summary: 'Add a worker without email',
    description: '`user_name` is unique in the company: letters, digits, dot, dash, underscore.',
    problems: ['plan_limit_reached', 'role_above_own'],
    method: 'POST',
    path: '/company/:id/worker',
    access: ['create', 'WorkerAccount'],
    isolation: 'platform',
    input: z.object({
      id: Id,
      name: Name,
      user_name: z
        .string()
        .overwrite(normalizedIdentifier)
        .regex(/^[\p{L}\p{N}._-]{2,40}$/u),
      role_id: z.int().min(roles.manager).max(roles.guest).optional(),
      language_id: z.int().min(1).max(5).optional(),
    }),
    returns: Worker,
    status: 201,
  },
  offer: {
    summary: 'Offer a worker to enrol a phone',
    description: '`address` is what the QR code says, for 15 minutes; with `printed` for 7 days.',
    method: 'POST',
    path: '/company/:id/user/:user_id/enrolment',
    access: ['update', 'WorkerAccount'],
    isolation: 'platform',
    input: OfMember.extend({ printed: Flag.optional() }),
    returns: z.object({ address: z.string(), token: z.string(), expires_at: Time }),
  },
  phones: {
    summary: "List a worker's phones",
    method: 'GET',
    path: '/company/:id/user/:user_id/enrolment',
    access: ['read', 'WorkerAccount'],
    isolation: 'platform',
    input: OfMember,
    returns: z.array(WorkerPhone),
  },
  endPhone: {
    summary: "End a worker's phone",
    method: 'DELETE',
    path: '/company/:id/user/:user_id/enrolment/:enrolment_id',
    access: ['update', 'WorkerAccount'],
    isolation: 'platform',
    input: OfMember.extend({ enrolment_id: Id }),
    returns: z.null(),
  },
  describeOffer: {
    summary: 'Say whom an offer to enrol is for',
    description: 'Whom a QR code is for; 404 wrong, 410 used or too old.',
    problems: ['link_used', 'link_expired', 'too_many_requests'],
    method: 'GET',
    path: '/auth/enrolment/:token',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ token: Token }),
    returns: z.object({ name: z.string(), user_name: z.string(), company_name: z.string(), expires_at: Time }),
  },
  enrol: {
    summary: 'Enrol a phone and set its PIN',
    description: 'The phone keeps `device`; together with the PIN it signs in from now on.',
    problems: ['link_used', 'link_expired', 'too_many_requests'],
    method: 'POST',
    path: '/auth/enrolment',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ token: Token, pin: Pin, time_zone: TimeZone.optional() }),
    returns: SignedIn.extend({ device: z.string() }),
  },
  loginPin: {
    summary: 'Sign in on an enrolled phone with the PIN',
    description: '422 `wrong_pin` with `data.tries_left`; 410 `enrolment_ended` after five.',
    problems: ['enrolment_ended', 'wrong_pin', 'too_many_requests'],
    method: 'POST',
    path: '/auth/login-pin',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ device: Token, pin: z.string().max(60).overwrite(foldCode) }),
    returns: SignedIn,
  },
})
