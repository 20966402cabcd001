import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, Revision, Time } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'

export const Company = z.object({
  id: Id,
  name: z.string(),
  time_zone: z.string(),
  language_id: Id,
  revision: Revision,
  created_at: Time,
})
export type Company = z.infer<typeof Company>

export const Member = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role_id: z.int(),
  joined_at: Time,
})
export type Member = z.infer<typeof Member>

export const companies = contract({
  get: {
    method: 'GET',
    path: '/company/:id',
    access: ['read', 'Company'],
    input: ById,
    returns: Company,
    copied: 'undated',
  },
  members: {
    method: 'GET',
    path: '/company/:id/user',
    access: ['read', 'Member'],
    input: Paging.omit({ archived: true }).extend({ id: Id, sort: sortBy('name'), role_id: z.int().optional() }),
    returns: page(Member),
  },
})
