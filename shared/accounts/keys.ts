/**
 * API keys of a company and of the platform: accounts of their own, with a role like people
 * (docs/decisions/0123-api-keys.md).
 */
import { z } from 'zod'
import { ReachInput } from '../companies/contract.ts'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, Name, Time } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { roles } from '../lib/roles.ts'
import { keyAccesses } from './rules.ts'

const KeyFields = z.object({
  name: Name,
  /** `read` makes GET calls only, within the role; `scim` calls /scim/v2 alone, and its role is given to people. */
  access: z.enum(keyAccesses),
  ends_at: Time.nullable(),
})

export const ApiKey = KeyFields.extend({
  id: Id,
  /** Null: a key of the platform. */
  company_id: Id.nullable(),
  role_id: z.int(),
  role_name: z.string().nullable(),
  /** Null: the whole company. */
  reach: ReachInput.nullable(),
  /** The last characters of the secret. */
  hint: z.string(),
  made_by: z.string().nullable(),
  created_at: Time,
  /** Until then the secret before the last renewal works too. */
  previous_until: Time.nullable(),
  last_used_at: Time.nullable(),
  last_ip: z.string().nullable(),
  revoked_at: Time.nullable(),
}).meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

const WithSecret = ApiKey.extend({ secret: z.string() }).meta({ id: 'NewApiKey' })

export const keys = contract({
  list: {
    summary: 'List API keys',
    description: 'Of the company, or for admins without `company_id` of the platform; `archived` lists ended ones.',
    problems: ['not_found'],
    method: 'GET',
    path: '/key',
    access: ['read', 'ApiKey'],
    isolation: 'platform',
    input: Paging.extend({ sort: sortBy('name', 'created_at'), company_id: Id.optional() }),
    returns: page(ApiKey),
  },
  create: {
    summary: 'Make an API key',
    description: 'Shows `secret` once. Needs a recent password. `role_id` only in a company.',
    problems: ['reauthentication_required', 'not_while_acting', 'role_above_own', 'not_found'],
    method: 'POST',
    path: '/key',
    access: ['create', 'ApiKey'],
    isolation: 'platform',
    input: KeyFields.extend({
      company_id: Id.nullish(),
      role_id: z.int().min(roles.manager).max(roles.guest).optional(),
      reach: ReachInput.nullish(),
      ends_at: Time.nullish(),
    }),
    returns: WithSecret,
    status: 201,
  },
  renew: {
    summary: 'Give an API key a new secret',
    description: 'The one before works for `overlap_hours` more. Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting'],
    method: 'POST',
    path: '/key/:id/renew',
    access: ['update', 'ApiKey'],
    isolation: 'platform',
    input: ById.extend({ overlap_hours: z.int().min(0).max(168) }),
    returns: WithSecret,
  },
  revoke: {
    summary: 'Revoke an API key',
    description: 'It works nowhere within a second.',
    method: 'DELETE',
    path: '/key/:id',
    access: ['delete', 'ApiKey'],
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
})
