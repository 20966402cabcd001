/**
 * Workers without e-mail. A manager makes the account with a user name and shows a QR code; the worker's own phone takes it once
 * within 15 minutes and sets a PIN, which opens tend on that phone alone. Five wrong PINs end that.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Id, Name, Time, TimeZone } from '../lib/fields.ts'
import { SignedIn } from './currentUser.ts'
import { Pin, Token } from './secrets.ts'

const OfMember = z.object({ id: Id, user_id: Id })

export const Worker = z.object({ id: Id, name: z.string(), user_name: z.string(), role_id: z.int() })
export type Worker = z.infer<typeof Worker>

/** A phone that was enrolled. */
export const WorkerPhone = z.object({
  id: Id,
  device: z.string().nullable(),
  enrolled_at: Time,
  last_used_at: Time.nullable(),
})
export type WorkerPhone = z.infer<typeof WorkerPhone>

export const workers = contract({
  /** `user_name` is unique in the company: letters, digits, dot, dash, underscore. */
  create: {
    method: 'POST',
    path: '/company/:id/worker',
    access: ['create', 'WorkerAccount'],
    wall: 'platform',
    input: z.object({
      id: Id,
      name: Name,
      user_name: z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N}._-]{2,40}$/u),
      role_id: z.int().min(2000).max(4000).optional(),
      language_id: z.int().min(1).max(5).optional(),
    }),
    returns: Worker,
    status: 201,
  },
  /** `address` is what the QR code says. An earlier offer is void from now on. */
  offer: {
    method: 'POST',
    path: '/company/:id/user/:user_id/enrolment',
    access: ['update', 'WorkerAccount'],
    wall: 'platform',
    input: OfMember,
    returns: z.object({ address: z.string(), token: z.string(), expires_at: Time }),
  },
  phones: {
    method: 'GET',
    path: '/company/:id/user/:user_id/enrolment',
    access: ['read', 'WorkerAccount'],
    wall: 'platform',
    input: OfMember,
    returns: z.array(WorkerPhone),
  },
  endPhone: {
    method: 'DELETE',
    path: '/company/:id/user/:user_id/enrolment/:enrolment_id',
    access: ['update', 'WorkerAccount'],
    wall: 'platform',
    input: OfMember.extend({ enrolment_id: Id }),
    returns: z.null(),
  },
  /** Whom a QR code is for; 404 wrong, 410 used or too old. */
  describeOffer: {
    method: 'GET',
    path: '/auth/enrolment/:token',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ token: Token }),
    returns: z.object({ name: z.string(), user_name: z.string(), company_name: z.string(), expires_at: Time }),
  },
  /** The phone keeps `device`; together with the PIN it signs in from now on. */
  enrol: {
    method: 'POST',
    path: '/auth/enrolment',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ token: Token, pin: Pin, time_zone: TimeZone.optional() }),
    returns: SignedIn.extend({ device: z.string() }),
  },
  /** 422 `wrong_pin` with `data.tries_left`; 410 `enrolment_ended` after five. */
  loginPin: {
    method: 'POST',
    path: '/auth/login-pin',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ device: Token, pin: z.string().max(20) }),
    returns: SignedIn,
  },
})
