/**
 * Secrets for signing in. Length is the only rule here; the server also refuses common ones, because it has the list.
 */
import { z } from 'zod'
import { CurrentPlan } from '../companies/plans.ts'
import { Id, NamedRow, Time } from '../lib/fields.ts'
import { foldCode } from '../lib/folding.ts'

export const Password = z.string().min(10).max(1000)
/** A secret that is compared with a stored one is not validated. */
export const AnyPassword = z.string().min(1).max(1000)
/** PIN of a worker's own phone, used with the secret that the phone keeps. */
export const Pin = z
  .string()
  .max(60)
  .overwrite(foldCode)
  .regex(/^\d{6,12}$/)
/** Code of an authenticator, or a recovery code, in any way of typing. */
export const Code = z.string().max(200).overwrite(foldCode).min(6).max(40)
/** Secret of a link or a device. */
export const Token = z.string().min(1).max(200)

/** Second steps after the password; recovery codes take the place of either. */
export const Factor = z.enum(['passkey', 'code'])
export type Factor = z.infer<typeof Factor>

/** The signed-in person in the session's company. */
export const CurrentUser = z
  .object({
    id: Id,
    name: z.string(),
    /** Null for workers who sign in with a PIN on their own phone, and for guests. */
    email: z.string().nullable(),
    /** Null until the link of the first mail was opened; inviting needs it where mails leave. */
    email_confirmed_at: Time.nullable(),
    /** For workers without an email address. */
    user_name: z.string().nullable(),
    avatar: z.string().nullable(),
    company_id: Id.nullable(),
    role_id: z.int(),
    /** Null while the company has none. */
    plan: CurrentPlan.nullable(),
    /** Null also while a newer version waits for acceptance. */
    privacy_accepted_at: Time.nullable(),
    language_id: Id,
    hasCompany: z.boolean(),
    time_zone: z.string(),
    /** 0 Sunday, 1 Monday, 6 Saturday; null for the language's default. */
    week_start: z.int().nullable(),
    /**
     * True when the company demands a missing second factor: every call except those about the own account answers 403.
     */
    two_factor_due: z.boolean(),
    ability_rules: z.array(z.record(z.string(), z.unknown())),
    /** Whether mails leave this installation. Without a mail server links are handed over, and nobody confirms. */
    has_mail: z.boolean(),
    /** Whether companies see prices and choose a plan. */
    sells_plans: z.boolean(),
    /** In a session that began at a provider: its name, and whether the account has a password too. */
    sso: z.object({ name: z.string(), has_password: z.boolean() }).optional(),
    /** While an administrator acts as this person: the person (`id`, `name`) and the administrator (`by`). */
    acting_for: NamedRow.extend({ by: NamedRow }).optional(),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof CurrentUser>

/** The companies that nobody else manages, which a refusal with `last_manager` names. */
export const SoleManagements = z.object({ companies: z.array(NamedRow) })

/** A started session; `token` is its key. */
export const SignedIn = z.object({ user: CurrentUser, token: z.string() }).meta({ id: 'SignedIn' })
