/**
 * Companies and who belongs to them. The calls about a company work for its members in whatever company their session is; those that
 * change something ask for the role there. A frozen membership (a seasonal worker out of season) gives no access to anything of the
 * company, keeps all that the person did, and does not count towards the plan's limit of users.
 */
import { z } from 'zod'
import { FormDetail } from '../forms/contract.ts'
import { changesOf } from '../lib/changes.ts'
import { contract, page } from '../lib/contract.ts'
import { Currency } from '../lib/currency.ts'
import { ById, EditedFields, Flag, Id, Name, Revision, Time, TimeZone } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { CurrentPlan } from '../plans/currentPlan.ts'
import { countryOf } from '../system/countries.ts'
import { kindsOfBusiness } from './kindsOfBusiness.ts'
import { memberStates } from './memberStates.ts'

const CountryId = z.int().refine(id => countryOf(id) !== undefined, { params: { code: 'not_an_option' } })
const LanguageId = z.int().min(1).max(5)
export const RoleId = z.int().min(1000).max(4000)

/** `currency` is the country's own where it is not sent; `two_factor_required` asks a second factor of everyone who works there. */
const CompanyDraft = z.object({
  name: Name,
  country_id: CountryId,
  language_id: LanguageId,
  time_zone: TimeZone,
  kind_of_business: z.enum(kindsOfBusiness).nullish(),
  currency: Currency.optional(),
  two_factor_required: Flag.optional(),
})

export const Company = EditedFields.extend({
  name: z.string(),
  /** Null for a company from before countries were asked for. */
  country_id: z.int().nullable(),
  language_id: Id,
  /** Says what today, overdue and the plan's end mean. */
  time_zone: z.string(),
  kind_of_business: z.enum(kindsOfBusiness).nullable(),
  currency: z.string(),
  two_factor_required: z.boolean(),
})
export type Company = z.infer<typeof Company>

/** A company in a list: with the caller's own role there (null for an admin who is no member), its people and its plan. */
export const ListedCompany = Company.extend({
  role_id: z.int().nullable(),
  role_name: z.string().nullable(),
  member_count: z.int(),
  plan: CurrentPlan.nullable(),
})
export type ListedCompany = z.infer<typeof ListedCompany>

export const Member = z.object({
  id: Id,
  name: z.string(),
  /** Null for a worker without e-mail, who signs in on an enrolled phone. */
  email: z.string().nullable(),
  /** What such a worker signs in with instead. */
  user_name: z.string().nullable(),
  avatar: z.string().nullable(),
  role_id: z.int(),
  /** The name of a company's own role; null for the four that every company has. */
  role_name: z.string().nullable(),
  joined_at: Time,
  frozen_at: Time.nullable(),
})
export type Member = z.infer<typeof Member>

const MemberRef = ById.extend({ user_id: Id })

export const companies = contract({
  /** An admin's list of all; anyone else's own, the archived ones that they may restore among them with `archived=true`. */
  list: {
    method: 'GET',
    path: '/company',
    access: 'signed-in',
    wall: 'platform',
    input: Paging.extend({ sort: sortBy('name', 'created_at', 'updated_at') }),
    returns: page(ListedCompany),
  },
  /** The caller becomes its manager, this session works in it from now on, and a trial plan of 30 days starts. */
  create: {
    method: 'POST',
    path: '/company',
    access: 'signed-in',
    wall: 'platform',
    input: CompanyDraft,
    returns: Company,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/company/:id',
    access: 'signed-in',
    wall: 'platform',
    input: ById,
    returns: Company,
    copied: 'undated',
  },
  update: {
    method: 'PUT',
    path: '/company/:id',
    access: ['update', 'Company'],
    input: changesOf(CompanyDraft).extend({ id: Id, revision: Revision.optional() }),
    returns: Company,
  },
  /** By its manager, who has given the password in the last 10 minutes, or an admin. Restorable for 30 days, then erased. */
  remove: {
    method: 'DELETE',
    path: '/company/:id',
    access: 'signed-in',
    wall: 'platform',
    input: ById,
    returns: z.null(),
  },
  /** By whoever was its manager, or an admin; in whatever company the session is. */
  restore: {
    method: 'POST',
    path: '/company/:id/restore',
    access: 'signed-in',
    wall: 'platform',
    input: ById,
    returns: Company,
  },
  members: {
    method: 'GET',
    path: '/company/:id/user',
    access: ['read', 'Member'],
    input: Paging.omit({ archived: true }).extend({
      id: Id,
      sort: sortBy('name'),
      role_id: z.int().optional(),
      state: z.enum(memberStates).optional(),
    }),
    returns: page(Member),
  },
  member: {
    method: 'GET',
    path: '/company/:id/user/:user_id',
    access: ['read', 'Member'],
    input: MemberRef,
    returns: Member,
  },
  /** For admins; managers invite. */
  addMember: {
    method: 'POST',
    path: '/company/:id/user/:user_id',
    access: ['create', 'Member'],
    input: MemberRef.extend({ role_id: RoleId }),
    returns: Member,
    status: 201,
  },
  /** Never to a role above the caller's own; 409 `last_manager` for the only manager. */
  changeRole: {
    method: 'PUT',
    path: '/company/:id/user/:user_id',
    access: ['update', 'Member'],
    input: MemberRef.extend({ role_id: RoleId }),
    returns: Member,
  },
  /** Ends the person's access within a second and tells them by mail. */
  removeMember: {
    method: 'DELETE',
    path: '/company/:id/user/:user_id',
    access: ['delete', 'Member'],
    input: MemberRef,
    returns: z.null(),
  },
  freeze: {
    method: 'POST',
    path: '/company/:id/user/:user_id/freeze',
    access: ['update', 'Member'],
    input: MemberRef,
    returns: Member,
  },
  /** 403 `plan_limit_reached` where the plan has no room for another user. */
  thaw: {
    method: 'POST',
    path: '/company/:id/user/:user_id/thaw',
    access: ['update', 'Member'],
    input: MemberRef,
    returns: Member,
  },
  /** Makes another member a manager, and the caller (a manager) what `role_id` says, an employee by default. */
  handOver: {
    method: 'POST',
    path: '/company/:id/hand-over',
    access: ['update', 'Member'],
    input: ById.extend({ user_id: Id, role_id: RoleId.default(3000) }),
    returns: Member,
  },
  /** Mails that member a link to choose a new password. */
  resetPassword: {
    method: 'POST',
    path: '/company/:id/user/:user_id/reset-password',
    access: ['update', 'Member'],
    input: MemberRef,
    returns: z.null(),
  },
  /** The caller leaves. 409 `last_manager` for the only manager. */
  quit: {
    method: 'DELETE',
    path: '/company/:id/quit',
    access: 'signed-in',
    wall: 'platform',
    input: ById,
    returns: z.null(),
  },
  /** With the token of an invitation, or without one by an invitation to the caller's confirmed address. The session moves there. */
  join: {
    method: 'POST',
    path: '/company/:id/join',
    access: 'signed-in',
    wall: 'platform',
    input: ById.extend({ token: z.string().max(200).optional() }),
    returns: Company,
  },
  /** Copies a form that the caller may read, of any of their companies, into one that they manage: as a draft. */
  copyForm: {
    method: 'POST',
    path: '/company/:company_id/copy-form/:form_id',
    access: ['read', 'Form'],
    wall: 'platform',
    input: z.object({ company_id: Id, form_id: Id }),
    returns: FormDetail,
    status: 201,
  },
})

/** To the person whose rights changed: the user object is to be read again. */
export const companyEvents = { 'abilities.changed': z.object({ company_id: Id }) }
