/** Own account: pictures, devices, the second factor, personal data. */
import { z } from 'zod'
import { contract, file } from '../lib/contract.ts'
import { Id, Time } from '../lib/fields.ts'
import { Code, CurrentUser, SoleManagements } from './fields.ts'
import { mailTopics } from './rules.ts'

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The second factor: since when, recovery codes left, and whether a company demands it. */
const TwoFactor = z.object({
  enabled_at: Time.nullable(),
  recovery_codes_left: z.int(),
  is_required: z.boolean(),
})

export const Settings = z
  .object({
    notifications: z.record(z.enum(mailTopics), z.boolean()),
    /** New address that waits for its confirmation. */
    pending_email: z.string().nullable(),
    two_factor: TwoFactor,
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

/** A device with a session. */
export const Session = z
  .object({
    id: Id,
    is_current: z.boolean(),
    /** Name that the browser gives itself. */
    device: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: Time,
    last_seen_at: Time,
    /** Sessions in which an administrator acts as this person. */
    is_acting: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

const mine = { access: 'signed-in', isolation: 'platform', input: z.object({}) } as const

export const me = contract({
  settings: {
    summary: 'Read the own settings',
    method: 'GET',
    path: '/me/settings',
    ...mine,
    returns: Settings,
  },
  setAvatar: {
    summary: 'Set the own picture',
    description: 'A picture of at least one pixel; kept as a square of at most 512.',
    method: 'POST',
    path: '/me/avatar',
    ...mine,
    multipart: true,
    returns: CurrentUser,
  },
  removeAvatar: {
    summary: 'Remove the own picture',
    method: 'DELETE',
    path: '/me/avatar',
    ...mine,
    returns: z.null(),
  },
  sessions: {
    summary: 'List the own sessions',
    method: 'GET',
    path: '/me/sessions',
    ...mine,
    returns: z.array(Session),
  },
  endSession: {
    summary: 'End one of the own sessions',
    problems: ['not_while_acting'],
    method: 'DELETE',
    path: '/me/sessions/:id',
    ...mine,
    input: z.object({ id: Id }),
    returns: z.null(),
  },
  endOtherSessions: {
    summary: 'End all other sessions of the own',
    description: 'All but this one.',
    problems: ['not_while_acting'],
    method: 'DELETE',
    path: '/me/sessions',
    ...mine,
    returns: z.null(),
  },
  export: {
    summary: 'Download all data of the own account',
    description:
      'A ZIP: everything as JSON, the files beside it. At most 100,000 rows and 64 MB of them; 413 beyond ' + 'that.',
    problems: ['not_while_acting', 'too_large', 'sso_session'],
    method: 'GET',
    path: '/me/export',
    ...mine,
    returns: file('application/zip'),
  },
  remove: {
    summary: 'End the own account',
    description: 'The account ends. Needs a recent password; 409 `last_manager` with `data.companies`.',
    problems: ['reauthentication_required', 'not_while_acting', 'last_manager', 'last_admin', 'sso_session'],
    conflicts: { last_manager: SoleManagements },
    method: 'DELETE',
    path: '/me',
    ...mine,
    returns: z.null(),
  },
  startTwoFactor: {
    summary: 'Begin to set up a second factor',
    description: 'A new secret for an authenticator, as text and for a QR code. Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting', 'two_factor_on', 'sso_session'],
    method: 'POST',
    path: '/me/two-factor',
    ...mine,
    returns: z.object({ secret: z.string(), address: z.string() }),
  },
  confirmTwoFactor: {
    summary: 'Turn the second factor on',
    description: 'The first code turns it on. The recovery codes are shown this once.',
    problems: ['not_while_acting', 'two_factor_on', 'wrong_code', 'link_expired', 'too_many_requests', 'not_found'],
    method: 'POST',
    path: '/me/two-factor/confirm',
    ...mine,
    input: z.object({ code: Code }),
    returns: RecoveryCodes,
  },
  renewRecoveryCodes: {
    summary: 'Make new recovery codes',
    description: 'New ones; the earlier are void. Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting', 'sso_session'],
    method: 'POST',
    path: '/me/two-factor/recovery-codes',
    ...mine,
    returns: RecoveryCodes,
  },
  endTwoFactor: {
    summary: 'Turn the second factor off',
    description: 'Needs a recent password; 403 `two_factor_required` where a company asks for it.',
    problems: ['reauthentication_required', 'not_while_acting', 'two_factor_required', 'sso_session'],
    method: 'DELETE',
    path: '/me/two-factor',
    ...mine,
    returns: z.null(),
  },
})
