import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Email, Id, Name, Time, TimeZone } from '../lib/fields.ts'

/** What the browser needs to warn before a plan ends; null while the company has none. */
export const CurrentPlan = z.object({
  is_trial: z.boolean(),
  selected_plan_id: Id.nullable(),
  end_date: Time.nullable(),
})

/** The signed-in person in the company that this session works in. */
export const CurrentUser = z.object({
  id: Id,
  name: z.string(),
  /** Null for workers who sign in with a PIN on their own phone, and for guests. */
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  company_id: Id.nullable(),
  role_id: z.int(),
  plan: CurrentPlan.nullable(),
  privacy_accepted_at: Time.nullable(),
  language_id: Id,
  hasCompany: z.boolean(),
  time_zone: z.string(),
  ability_rules: z.array(z.record(z.string(), z.unknown())),
})
export type CurrentUser = z.infer<typeof CurrentUser>

const SignedIn = z.object({ user: CurrentUser, token: z.string() })

export const auth = contract({
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ email: Email, password: z.string().min(1).max(1000) }),
    returns: SignedIn,
  },
  /** Through the address that the terminal prints while nobody administers this tend. */
  firstAdministrator: {
    method: 'POST',
    path: '/auth/first-administrator',
    access: 'anyone',
    wall: 'platform',
    input: z.object({
      token: z.string().max(200),
      name: Name,
      email: Email,
      password: z.string().min(10).max(1000),
      language_id: z.int().min(1).max(5).optional(),
    }),
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
  /** `company_id` changes the company of this session alone. */
  updateUser: {
    method: 'PATCH',
    path: '/auth/user',
    access: 'signed-in',
    wall: 'platform',
    input: z.object({
      name: Name.optional(),
      language_id: z.int().min(1).max(5).optional(),
      time_zone: TimeZone.optional(),
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
