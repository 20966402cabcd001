/**
 * Single sign-on by OpenID Connect: one provider of the platform, and one of each company for the addresses of its
 * confirmed domains (docs/decisions/0129-single-sign-on.md).
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Email, Id, Name, Time } from '../lib/fields.ts'
import { roles } from '../lib/roles.ts'
import { AnyPassword, Code, Factor, SignedIn, Token } from './fields.ts'
import { maxDomains, maxRoleValues } from './rules.ts'

/** `platform`, or `company-` and its number: the last part of the provider's redirect address. */
export const SsoKey = z
  .string()
  .max(30)
  .regex(/^(platform|company-[1-9]\d{0,9})$/)

/** A way in that the sign-in page offers. */
export const SsoChoice = z.object({ key: SsoKey, name: z.string() }).meta({ id: 'SsoChoice' })
export type SsoChoice = z.infer<typeof SsoChoice>

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/)
const Claim = z.string().trim().min(1).max(100)
const ClaimValue = z.string().trim().min(1).max(200)

const SsoFields = z.object({
  /** The text of the button, such as the provider's name. */
  name: Name,
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  client_id: z.string().trim().min(1).max(500),
  /** Domains of email addresses. Of a company; each counts once an administrator has confirmed it. */
  domains: z.array(Domain).max(maxDomains),
  /** Who has this claim with this value gets an account at the first sign-in; others need an invitation. */
  join_claim: Claim.nullable(),
  join_value: ClaimValue.nullable(),
  /** The role of people who get their account by the claim. */
  default_role_id: z.int().min(roles.manager).max(roles.guest),
  role_claim: Claim.nullable(),
  role_values: z
    .array(z.object({ value: ClaimValue, role_id: z.int().min(roles.admin).max(roles.guest) }))
    .max(maxRoleValues),
  /** Values of `acr` that count as two factors, beside what `amr` says. */
  acr_values: z.array(ClaimValue).max(10),
  /** Whether signing out here signs out at the provider too. */
  ends_there: z.boolean(),
  /** The provider may have a private address. Only administrators of the platform change it. */
  is_private: z.boolean(),
})

export const SsoConnection = SsoFields.extend({
  has_secret: z.boolean(),
  /** With their states, in the order of the alphabet. */
  domains: z.array(z.object({ id: Id, domain: z.string(), is_confirmed: z.boolean() })),
  password_off_at: Time.nullable(),
  /** Whether it is in force: with nobody who may still sign in by password, it is not. */
  is_password_off: z.boolean(),
  break_glass: z.object({ id: Id, name: z.string() }).nullable(),
  updated_at: Time,
}).meta({ id: 'SsoConnection' })
export type SsoConnection = z.infer<typeof SsoConnection>

const SsoSettings = z
  .object({
    /** For the provider: where it sends people back, and where it says that somebody signed out. */
    redirect_address: z.string(),
    logout_address: z.string(),
    connection: SsoConnection.nullable(),
    /** Whether this session began by this provider, as switching passwords off asks for. */
    is_own_session: z.boolean(),
    /** Who can keep the password: managers of the whole company or administrators who have one. */
    break_glass_choices: z.array(z.object({ id: Id, name: z.string() })),
  })
  .meta({ id: 'SsoSettings' })
export type SsoSettings = z.infer<typeof SsoSettings>

/** A domain that a company wants, for the administrators who confirm it. */
export const SsoDomain = z
  .object({
    id: Id,
    domain: z.string(),
    company: z.object({ id: Id, name: z.string() }),
    asked_at: Time,
    confirmed_at: Time.nullable(),
  })
  .meta({ id: 'SsoDomain' })
export type SsoDomain = z.infer<typeof SsoDomain>

/** A provider by which the own account signs in. */
export const SsoLink = z
  .object({ id: Id, name: z.string(), email: z.string().nullable(), created_at: Time, last_used_at: Time.nullable() })
  .meta({ id: 'SsoLink' })
export type SsoLink = z.infer<typeof SsoLink>

const Of = z.object({
  /** Of which company; without it the own one, or the platform for its administrators. */
  company_id: Id.nullish(),
})
const update = ['update', 'SingleSignOn'] as const
const refusals = ['reauthentication_required', 'not_while_acting', 'not_found'] as const

export const sso = contract({
  find: {
    summary: 'Find the provider of an address',
    description: 'By the domain of the address alone, whether somebody has it or not.',
    problems: ['too_many_requests'],
    method: 'POST',
    path: '/auth/sso/find',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ email: Email }),
    returns: SsoChoice.nullable(),
  },
  start: {
    summary: 'Begin to sign in at a provider',
    description: 'The address to open. A cookie binds the answer to this browser, for ten minutes.',
    problems: ['too_many_requests', 'not_found', 'sso_unreachable'],
    method: 'POST',
    path: '/auth/sso/start',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ key: SsoKey }),
    returns: z.object({ address: z.string() }),
  },
  finish: {
    summary: 'Finish signing in at a provider',
    description:
      '`answer` is the query of the redirect. Answers a session, a challenge for `loginTwoFactor` or ' +
      '`passkeys.login`, or `link`: the account of this address, whose password the call `link` asks for once.',
    problems: [
      ...['link_expired', 'too_many_requests', 'sso_unreachable', 'sso_refused', 'sso_email_unverified'],
      ...['sso_other_domain', 'sso_not_invited', 'sso_no_password', 'sso_administrator', 'plan_limit_reached'],
    ] as const,
    method: 'POST',
    path: '/auth/sso/finish',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ key: SsoKey, answer: z.string().max(8_000) }),
    returns: z.union([
      SignedIn,
      z.object({ two_factor: z.string(), factors: z.array(Factor) }),
      z.object({ link: z.object({ token: z.string(), email: z.string(), name: z.string() }) }),
    ]),
  },
  link: {
    summary: 'Link an account to a provider by its password',
    description: 'Asks for `code` too where the account has a second factor.',
    problems: ['wrong_credentials', 'wrong_code', 'link_expired', 'too_many_requests', 'sso_not_invited'],
    method: 'POST',
    path: '/auth/sso/link',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ token: Token, password: AnyPassword, code: Code.optional() }),
    returns: z.union([SignedIn, z.object({ code_required: z.literal(true) })]),
  },
  logout: {
    summary: 'End sessions that ended at the provider',
    description: 'Back-channel logout: the provider sends a signed `logout_token`, which counts once.',
    problems: ['not_found', 'too_many_requests', 'sso_unreachable'],
    method: 'POST',
    path: '/auth/sso/logout/:key',
    access: 'anyone',
    isolation: 'platform',
    takesForms: true,
    input: z.object({ key: SsoKey, logout_token: z.string().min(1).max(8_000) }),
    returns: z.null(),
  },
  again: {
    summary: 'Confirm who is signed in, at the provider',
    description: 'In place of the password, for accounts without one. `finish` then renews this session.',
    problems: ['not_while_acting', 'not_found', 'too_many_requests', 'sso_unreachable'],
    method: 'POST',
    path: '/me/sso/again',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({}),
    returns: z.object({ address: z.string() }),
  },
  links: {
    summary: 'List the providers of the own account',
    method: 'GET',
    path: '/me/sso',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({}),
    returns: z.array(SsoLink),
  },
  unlink: {
    summary: 'Unlink the own account from a provider',
    description: 'Needs a password of the account, given recently.',
    problems: ['reauthentication_required', 'not_while_acting', 'sso_no_password'],
    method: 'DELETE',
    path: '/me/sso/:id',
    access: 'signed-in',
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
  get: {
    summary: 'Read the single sign-on of a company or the platform',
    problems: ['not_found'],
    method: 'GET',
    path: '/sso',
    access: ['read', 'SingleSignOn'],
    isolation: 'platform',
    input: Of.extend({ company_id: Id.optional() }),
    returns: SsoSettings,
  },
  save: {
    summary: 'Set up single sign-on',
    description: 'An absent `secret` keeps the one before, null removes it. Needs a recent password.',
    problems: [...refusals, 'role_above_own', 'too_many_requests'],
    method: 'PUT',
    path: '/sso',
    access: update,
    isolation: 'platform',
    counted: { name: 'single sign-on settings', tries: 60, seconds: 600 },
    input: Of.extend(SsoFields.shape).extend({ secret: z.string().min(1).max(1_000).nullish() }),
    returns: SsoConnection,
  },
  test: {
    summary: 'Test the address of a provider',
    description: "Reads the provider's own description. Answers why it cannot be used, or null.",
    problems: ['not_found', 'too_many_requests'],
    method: 'POST',
    path: '/sso/test',
    access: update,
    isolation: 'platform',
    counted: { name: 'single sign-on settings', tries: 60, seconds: 600 },
    input: Of.extend({ issuer: SsoFields.shape.issuer, is_private: SsoFields.shape.is_private }),
    returns: z.object({ reason: z.string().nullable() }),
  },
  remove: {
    summary: 'End single sign-on',
    description: 'Ends the sessions that began by it; people sign in with their passwords again.',
    problems: refusals,
    method: 'DELETE',
    path: '/sso',
    access: ['delete', 'SingleSignOn'],
    isolation: 'platform',
    input: Of.extend({ company_id: Id.optional() }),
    returns: z.null(),
  },
  setPassword: {
    summary: 'Switch sign-in by password off or on',
    description:
      'Switching it off needs a session of this provider and one person who may still use a password. Ends the ' +
      'sessions that began by one.',
    problems: [...refusals, 'sso_try_first'],
    method: 'PUT',
    path: '/sso/password',
    access: update,
    isolation: 'platform',
    input: Of.extend({ is_off: z.boolean(), break_glass_user_id: Id.nullish() }),
    returns: SsoConnection,
  },
  domains: {
    summary: 'List the domains that companies want',
    description: 'Those that wait first, at most 500.',
    method: 'GET',
    path: '/sso/domain',
    access: ['manage', 'Company'],
    isolation: 'platform',
    input: z.object({}),
    returns: z.array(SsoDomain),
  },
  confirmDomain: {
    summary: 'Confirm that a domain is of a company',
    description: 'Or refuse it. 422 where another company has it.',
    method: 'PUT',
    path: '/sso/domain/:id',
    access: ['manage', 'Company'],
    isolation: 'platform',
    afterPlanEnd: 'open',
    input: ById.extend({ is_confirmed: z.boolean() }),
    returns: z.null(),
  },
})
