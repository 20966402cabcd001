import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Email, Id, Name, Time, TimeZone } from '../lib/fields.ts'
import { CurrentUser, SignedIn } from './currentUser.ts'
import { mailTopics } from './mailTopics.ts'
import { registrationModes } from './registration.ts'
import { AnyPassword, Password, Token } from './secrets.ts'

export { CurrentUser } from './currentUser.ts'

const LanguageId = z.int().min(1).max(5)

export const auth = contract({
  /** Which ways in there are: what the entrance offers. */
  options: {
    method: 'GET',
    path: '/auth/options',
    access: 'anyone',
    input: z.object({}),
    returns: z.object({ registration: z.enum(registrationModes), guest_login: z.boolean() }),
  },
  /** With a second factor on, the answer is a challenge for `loginTwoFactor`, good for five minutes. */
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ email: Email, password: AnyPassword }),
    returns: z.union([SignedIn, z.object({ two_factor: z.string() })]),
  },
  /** `code` is the authenticator's, or a recovery code. A wrong one leaves the challenge as it is; ten in five minutes, by whatever challenges, get 429. */
  loginTwoFactor: {
    method: 'POST',
    path: '/auth/login/two-factor',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ challenge: Token, code: z.string().trim().min(6).max(40) }),
    returns: SignedIn,
  },
  /** A guest of its own in the company that shows tend to strangers; ends after 24 hours. */
  loginGuest: {
    method: 'POST',
    path: '/auth/login-guest',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ language_id: LanguageId.optional() }),
    returns: SignedIn,
  },
  /** With `invite_token` the invited address counts, whatever `email` says, and the company is joined; the mail's link confirms it too. */
  register: {
    method: 'PUT',
    path: '/auth/register',
    access: 'anyone',
    wall: 'platform',
    input: z.object({
      name: Name,
      email: Email.optional(),
      password: Password,
      language_id: LanguageId.optional(),
      time_zone: TimeZone.optional(),
      invite_token: Token.optional(),
    }),
    returns: SignedIn,
    status: 201,
  },
  /** Sends the mail that confirms the own address again. */
  sendConfirmation: {
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({}),
    returns: z.null(),
  },
  /** The same answer whether somebody has the address or not. */
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ email: Email }),
    returns: z.null(),
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ email: Email, token: Token, password: Password }),
    returns: z.null(),
  },
  /** Ends every other session. */
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({ current_password: AnyPassword, password: Password }),
    returns: z.null(),
  },
  /** Nothing changes until the link in the mail to the new address is followed. Needs a recent password. */
  changeEmail: {
    method: 'POST',
    path: '/auth/change-email',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({ email: Email }),
    returns: z.null(),
  },
  /** A fresh token that may do dangerous things for ten minutes. A worker without e-mail sends the PIN as `password`. */
  reauthenticate: {
    method: 'POST',
    path: '/auth/re-authenticate',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({ password: AnyPassword }),
    returns: SignedIn,
  },
  /** An admin acts as somebody else for an hour. Needs a recent password. */
  switchUser: {
    method: 'POST',
    path: '/auth/admin/switch-user/:id',
    access: ['manage', 'User'],
    wall: 'platform',
    input: z.object({ id: Id }),
    returns: SignedIn,
  },
  /** Back to the admin's own session. */
  switchBack: {
    method: 'POST',
    path: '/auth/admin/switch-back',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({}),
    returns: SignedIn,
  },
  acceptPrivacy: {
    method: 'PUT',
    path: '/auth/accept-privacy',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({ version: z.int() }),
    returns: z.object({ privacy_accepted_at: Time }),
  },
  /** Through the address that the terminal prints while nobody administers this tend. */
  firstAdministrator: {
    method: 'POST',
    path: '/auth/first-administrator',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ token: Token, name: Name, email: Email, password: Password, language_id: LanguageId.optional() }),
    returns: SignedIn,
    status: 201,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({}),
    returns: z.null(),
  },
  /** Takes the Bearer token, also one that has expired less than 30 days ago. */
  refresh: {
    method: 'PATCH',
    path: '/auth/refresh',
    access: 'anyone',
    wall: 'platform',
    input: z.object({}),
    returns: z.object({ token: z.string() }),
  },
  user: {
    method: 'GET',
    path: '/auth/user',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({}),
    returns: CurrentUser,
  },
  /** `company_id` changes the company of this session alone. `notifications` says which mails come; topics not named stay. */
  updateUser: {
    method: 'PATCH',
    path: '/auth/user',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({
      name: Name.optional(),
      language_id: LanguageId.optional(),
      time_zone: TimeZone.optional(),
      week_start: z
        .union([z.literal(0), z.literal(1), z.literal(6)])
        .nullable()
        .optional(),
      notifications: z.partialRecord(z.enum(mailTopics), z.boolean()).optional(),
      company_id: Id.optional(),
    }),
    returns: CurrentUser,
  },
  /** What a device seals the person's unsent work with while they are signed out: 256 bits, base64url. */
  deviceKey: {
    method: 'GET',
    path: '/me/device-key',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({}),
    returns: z.object({ key: z.string() }),
  },
})
