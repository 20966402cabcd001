/**
 * Companies and their members; calls work for members from any session, and changes need the role in that company. A
 * frozen membership gives no access, keeps the person's records, and does not count towards the plan's users.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import {
  ById,
  ClockTime,
  Currency,
  changesOf,
  EditedFields,
  Flag,
  Id,
  Name,
  Revision,
  Time,
  TimeZone,
} from '../lib/fields.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { roles } from '../lib/roles.ts'
import { maxRootCauseLength, maxRootCauses } from '../lib/taskFields.ts'
import { countryOf } from '../system/countries.ts'
import { CurrentPlan } from './plans.ts'
import { kindsOfBusiness, memberStates } from './rules.ts'

const CountryId = z.int().refine(id => countryOf(id) !== undefined, { params: { code: 'not_an_option' } })
export const KindOfBusiness = z.enum(kindsOfBusiness).meta({ id: 'KindOfBusiness' })
const LanguageId = z.int().min(1).max(5)
export const RoleId = z.int().min(roles.admin).max(roles.guest)

/** `currency` defaults to the country's; `two_factor_required` demands a second factor of all employees. */
const CompanyDraft = z.object({
  name: Name,
  country_id: CountryId,
  language_id: LanguageId,
  time_zone: TimeZone,
  kind_of_business: KindOfBusiness.nullish(),
  currency: Currency.optional(),
  two_factor_required: Flag.optional(),
  /**
   * Whether those who work at a part of the company still see what happened there with animals and groups that have
   * moved away. Otherwise only where these are now.
   */
  histories_stay: Flag.optional(),
  /** Quiet hours for notifications that are not urgent, by each person's clock, as the default of the company. */
  quiet_from: ClockTime.nullish(),
  quiet_to: ClockTime.nullish(),
  /** Root causes to choose from at corrective tasks. */
  root_causes: z.array(z.string().trim().min(1).max(maxRootCauseLength)).max(maxRootCauses).optional(),
})

/** `path` is below /storage/ and needs no sign-in, because public forms show it. */
export const Logo = z.object({ path: z.string(), width: z.int(), height: z.int() }).meta({ id: 'Logo' })
export type Logo = z.infer<typeof Logo>

export const Company = EditedFields.extend({
  name: z.string(),
  /** Null for a company from before countries were asked for. */
  country_id: z.int().nullable(),
  language_id: Id,
  /** Defines today, overdue and the end of the plan. */
  time_zone: z.string(),
  kind_of_business: KindOfBusiness.nullable(),
  currency: z.string(),
  two_factor_required: z.boolean(),
  histories_stay: z.boolean(),
  root_causes: z.array(z.string()),
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
  logo: Logo.nullable(),
}).meta({ id: 'Company' })
export type Company = z.infer<typeof Company>

/**
 * A company in a list: the caller's role there (null for an administrator who is no member), its people and its plan.
 */
export const ListedCompany = Company.extend({
  role_id: z.int().nullable(),
  role_name: z.string().nullable(),
  member_count: z.int(),
  plan: CurrentPlan.nullable(),
}).meta({ id: 'ListedCompany' })
export type ListedCompany = z.infer<typeof ListedCompany>

/** Locations, groups or vehicles that a reach holds. */
export const maxPlaces = 200

/** Where somebody works: locations with all below them, animal groups and vehicles. */
export const ReachInput = z
  .object({
    location_ids: z.array(Id).max(maxPlaces),
    animal_group_ids: z.array(Id).max(maxPlaces),
    vehicle_ids: z.array(Id).max(maxPlaces),
  })
  .meta({ id: 'Reach' })
export type ReachInput = z.infer<typeof ReachInput>

export const Member = z
  .object({
    id: Id,
    name: z.string(),
    /** Null for a worker without an email address, who signs in on an enrolled phone. */
    email: z.string().nullable(),
    /** User name of such a worker. */
    user_name: z.string().nullable(),
    avatar: z.string().nullable(),
    role_id: z.int(),
    /** Name of a custom role; null for the four that every company has. */
    role_name: z.string().nullable(),
    joined_at: Time,
    frozen_at: Time.nullable(),
    /** Null: in the whole company. */
    reach: ReachInput.nullable(),
    /** Whether they work in no more than the caller: a manager of a part changes those alone. */
    changeable: z.boolean(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** `company`: those of the whole company. A place: those of parts to which it belongs. */
const WorksAt = z.string().regex(/^(company|(location|animal_group|vehicle):[1-9]\d{0,8})$/)

const MemberRef = ById.extend({ user_id: Id })

export const companies = contract({
  list: {
    summary: 'List companies',
    description: "All for admins, the caller's own for others. `archived=true`: those to restore.",
    method: 'GET',
    path: '/company',
    access: 'signed-in',
    isolation: 'platform',
    keys: 'open',
    input: Paging.extend({ sort: sortBy('name', 'created_at', 'updated_at') }),
    returns: page(ListedCompany),
  },
  create: {
    summary: 'Create a company',
    description:
      'The caller becomes its manager, this session works in it from now on, and a trial plan of 30 days ' +
      'starts. Where mail is set up the caller’s address has to be confirmed.',
    problems: ['email_not_confirmed', 'forbidden'],
    method: 'POST',
    path: '/company',
    access: 'signed-in',
    isolation: 'platform',
    input: CompanyDraft,
    returns: Company,
    status: 201,
  },
  get: {
    summary: 'Read a company',
    method: 'GET',
    path: '/company/:id',
    access: 'signed-in',
    isolation: 'platform',
    keys: 'open',
    input: ById,
    returns: Company,
    copied: 'undated',
  },
  update: {
    summary: 'Change a company',
    method: 'PUT',
    path: '/company/:id',
    access: ['update', 'Company'],
    input: changesOf(CompanyDraft).extend({ id: Id, revision: Revision.optional() }),
    returns: Company,
  },
  setLogo: {
    summary: 'Set the logo of a company',
    description: 'A PNG, JPEG, WebP or SVG of at most 2 MB, converted to a PNG of at most 800 × 320.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/company/:id/logo',
    access: ['update', 'Company'],
    input: ById,
    returns: Company,
    multipart: 'raw',
  },
  removeLogo: {
    summary: 'Remove the logo of a company',
    method: 'DELETE',
    path: '/company/:id/logo',
    access: ['update', 'Company'],
    input: ById,
    returns: z.null(),
  },
  remove: {
    summary: 'Archive a company',
    description:
      'By its manager or an admin, who has given the password in the last 10 minutes. Restorable for 30 ' +
      'days, then erased.',
    problems: ['forbidden', 'reauthentication_required', 'two_factor_required'],
    method: 'DELETE',
    path: '/company/:id',
    access: 'signed-in',
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived company',
    description: 'For its former managers and administrators, from any company of the session.',
    problems: ['forbidden', 'two_factor_required'],
    method: 'POST',
    path: '/company/:id/restore',
    access: 'signed-in',
    isolation: 'platform',
    input: ById,
    returns: Company,
  },
  members: {
    summary: 'List the members of a company',
    method: 'GET',
    path: '/company/:id/user',
    access: ['read', 'Member'],
    input: Paging.omit({ archived: true }).extend({
      ...Incremental.shape,
      id: Id,
      sort: sortBy('name'),
      role_id: RoleId.optional(),
      state: z.enum(memberStates).optional(),
      works_at: WorksAt.optional(),
      /** Narrows to people who work in no more than the caller (`changeable` of a member). */
      changeable: Flag.optional(),
      /**
       * Narrows to people who can be chosen: `work` means active employees, `tasks` those of them whose role completes
       * tasks.
       */
      offered_for: z.enum(['work', 'tasks']).optional(),
    }),
    returns: page(Member),
  },
  member: {
    summary: 'Read a member',
    method: 'GET',
    path: '/company/:id/user/:user_id',
    access: ['read', 'Member'],
    input: MemberRef,
    returns: Member,
  },
  changeRole: {
    summary: "Change a member's role",
    description: "Never to a role above the caller's own; 409 `last_manager` for the only manager.",
    problems: ['role_above_own', 'last_manager', 'plan_limit_reached'],
    method: 'PUT',
    path: '/company/:id/user/:user_id',
    access: ['update', 'Member'],
    keys: 'closed',
    input: MemberRef.extend({ role_id: RoleId }),
    returns: Member,
  },
  setReach: {
    summary: 'Say where a member works',
    description: 'Null is the whole company. Callers who work in a part of it name places of that part.',
    problems: ['role_above_own', 'last_manager'],
    method: 'PUT',
    path: '/company/:id/user/:user_id/reach',
    access: ['update', 'Member'],
    input: MemberRef.extend({ reach: ReachInput.nullable() }),
    returns: Member,
  },
  removeMember: {
    summary: 'Remove a member',
    description: "Ends the person's access within a second and tells them by mail.",
    problems: ['role_above_own', 'last_manager'],
    method: 'DELETE',
    path: '/company/:id/user/:user_id',
    access: ['delete', 'Member'],
    input: MemberRef,
    returns: z.null(),
  },
  freeze: {
    summary: 'Freeze a membership',
    problems: ['role_above_own', 'last_manager'],
    method: 'POST',
    path: '/company/:id/user/:user_id/freeze',
    access: ['update', 'Member'],
    input: MemberRef,
    returns: Member,
  },
  thaw: {
    summary: 'Reactivate a membership',
    description: '403 `plan_limit_reached` where the plan has no room for another user.',
    problems: ['role_above_own', 'plan_limit_reached'],
    method: 'POST',
    path: '/company/:id/user/:user_id/thaw',
    access: ['update', 'Member'],
    input: MemberRef,
    returns: Member,
  },
  handOver: {
    summary: 'Hand a company over',
    description:
      'Makes another member a manager, and the caller (a manager) what `role_id` says, an employee by default.',
    problems: ['role_above_own', 'last_manager'],
    method: 'POST',
    path: '/company/:id/hand-over',
    access: ['update', 'Member'],
    keys: 'closed',
    input: ById.extend({ user_id: Id, role_id: RoleId.default(roles.employee) }),
    returns: Member,
  },
  resetPassword: {
    summary: 'Give a member a link to choose a new password',
    description:
      'Good once and for an hour. Without a mail server `path` is the link, which only an administrator gets for' +
      ' administrators and members of several companies.',
    problems: ['role_above_own', 'password_link_by_administrator', 'password_link_of_case_reader', 'too_many_requests'],
    method: 'POST',
    path: '/company/:id/user/:user_id/reset-password',
    access: ['update', 'Member'],
    keys: 'closed',
    input: MemberRef,
    returns: z.object({ path: z.string().nullable() }),
  },
  quit: {
    summary: 'Leave a company',
    description: 'The caller leaves. 409 `last_manager` for the only manager.',
    problems: ['last_manager'],
    method: 'DELETE',
    path: '/company/:id/quit',
    access: 'signed-in',
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
  join: {
    summary: 'Join a company',
    description: "With the token of an invitation, or without one by an invitation to the caller's confirmed address.",
    problems: ['plan_limit_reached', 'link_used', 'link_expired', 'link_revoked', 'link_replaced', 'plan_expired'],
    method: 'POST',
    path: '/company/:id/join',
    access: 'signed-in',
    isolation: 'platform',
    input: ById.extend({ token: z.string().max(200).optional() }),
    returns: Company,
  },
})

/** Sent to the person whose rights changed, who reads the user object again. */
export const companyEvents = { 'abilities.changed': z.object({ company_id: Id }) }

/** Sent to all employees, who read the company again. */
export const companyNews = { 'company.changed': z.object({ company_id: Id }) }
