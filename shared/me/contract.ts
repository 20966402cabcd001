/** What a person has and decides themselves: pictures, devices, the second factor, their data. */
import { z } from 'zod'
import { CurrentUser } from '../auth/currentUser.ts'
import { mailTopics } from '../auth/mailTopics.ts'
import { contract, file } from '../lib/contract.ts'
import { Id, Time } from '../lib/fields.ts'

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The second factor: since when, how many recovery codes are left, whether a company asks for it. */
const TwoFactor = z.object({
  enabled_at: Time.nullable(),
  recovery_codes_left: z.int(),
  is_required: z.boolean(),
})

export const Settings = z.object({
  notifications: z.record(z.enum(mailTopics), z.boolean()),
  /** The new address that waits for its link to be followed. */
  pending_email: z.string().nullable(),
  two_factor: TwoFactor,
})
export type Settings = z.infer<typeof Settings>

/** A device on which somebody is signed in. */
export const Session = z.object({
  id: Id,
  is_current: z.boolean(),
  /** As the browser calls itself. */
  device: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: Time,
  last_seen_at: Time,
  /** Sessions in which an admin acts as this person. */
  is_acting: z.boolean(),
})
export type Session = z.infer<typeof Session>

const mine = { access: 'signed-in', wall: 'platform', input: z.object({}) } as const

export const me = contract({
  settings: { method: 'GET', path: '/me/settings', ...mine, returns: Settings },
  /** A picture of at least one pixel; kept as a square of at most 512. */
  setAvatar: { method: 'POST', path: '/me/avatar', ...mine, multipart: true, returns: CurrentUser },
  removeAvatar: { method: 'DELETE', path: '/me/avatar', ...mine, returns: CurrentUser },
  sessions: { method: 'GET', path: '/me/sessions', ...mine, returns: z.array(Session) },
  endSession: {
    method: 'DELETE',
    path: '/me/sessions/:id',
    ...mine,
    input: z.object({ id: Id }),
    returns: z.null(),
  },
  /** All but this one. */
  endOtherSessions: { method: 'DELETE', path: '/me/sessions', ...mine, returns: z.null() },
  /** A ZIP: everything as JSON, the files beside it. */
  export: { method: 'GET', path: '/me/export', ...mine, returns: file('application/zip') },
  /** The account ends. Needs a recent password; 409 `last_manager` with `data.companies`. */
  remove: { method: 'DELETE', path: '/me', ...mine, returns: z.null() },
  /** A new secret for an authenticator, as text and as the address that a QR code says. Needs a recent password. */
  startTwoFactor: {
    method: 'POST',
    path: '/me/two-factor',
    ...mine,
    returns: z.object({ secret: z.string(), address: z.string() }),
  },
  /** The first code turns it on. The recovery codes are shown this once. */
  confirmTwoFactor: {
    method: 'POST',
    path: '/me/two-factor/confirm',
    ...mine,
    input: z.object({ code: z.string().trim().min(6).max(10) }),
    returns: RecoveryCodes,
  },
  /** New ones; the earlier are void. Needs a recent password. */
  renewRecoveryCodes: { method: 'POST', path: '/me/two-factor/recovery-codes', ...mine, returns: RecoveryCodes },
  /** Needs a recent password; 403 `two_factor_required` where a company asks for it. */
  endTwoFactor: { method: 'DELETE', path: '/me/two-factor', ...mine, returns: z.null() },
})
