/** Templates of audit passes, "Milk buyer, yearly": who comes again and again, and what they see. */
import { z } from 'zod'
import { ReachInput } from '../companies/contract.ts'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, Name, Revision, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { PassHolder, PassKinds } from './contract.ts'
import { maxPassDays } from './rules.ts'

/** Most days back that records are shown for: a hundred years. */
const maxRecordDays = 36_500

const TemplateFields = PassHolder.extend({
  name: Name,
  /** Empty where another person comes each time. */
  holder_name: z.string().trim().max(200).default(''),
  /** Null: the whole company. */
  reach: ReachInput.nullable(),
  kinds: PassKinds,
  shows_names: z.boolean(),
  opens_papers: z.boolean().default(false),
  /** Number of days before the pass of which records are shown; null for all. */
  record_days: z.int().min(1).max(maxRecordDays).nullable().default(null),
  /** How many days a pass of it is valid. */
  valid_days: z.int().min(1).max(maxPassDays),
})

export const PassTemplate = TemplateFields.extend({
  id: Id,
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  archived_at: Time.nullable(),
}).meta({ id: 'PassTemplate' })
export type PassTemplate = z.infer<typeof PassTemplate>

export const passTemplates = contract({
  list: {
    summary: 'List templates of audit passes',
    method: 'GET',
    path: '/pass/template',
    access: ['read', 'PassTemplate'],
    keys: 'closed',
    input: Paging,
    returns: page(PassTemplate),
  },
  get: {
    summary: 'Read a template of audit passes',
    method: 'GET',
    path: '/pass/template/:id',
    access: ['read', 'PassTemplate'],
    keys: 'closed',
    input: ById,
    returns: PassTemplate,
  },
  create: {
    summary: 'Add a template of audit passes',
    method: 'POST',
    path: '/pass/template',
    access: ['create', 'PassTemplate'],
    keys: 'closed',
    status: 201,
    input: TemplateFields,
    returns: PassTemplate,
  },
  update: {
    summary: 'Change a template of audit passes',
    description: 'Passes that were issued by it stay as they are.',
    method: 'PUT',
    path: '/pass/template/:id',
    access: ['update', 'PassTemplate'],
    keys: 'closed',
    input: TemplateFields.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: PassTemplate,
  },
  remove: {
    summary: 'Archive a template of audit passes',
    description: 'It can be restored for 30 days.',
    method: 'DELETE',
    path: '/pass/template/:id',
    access: ['delete', 'PassTemplate'],
    keys: 'closed',
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore a template of audit passes',
    method: 'POST',
    path: '/pass/template/:id/restore',
    access: ['delete', 'PassTemplate'],
    keys: 'closed',
    input: ById,
    returns: PassTemplate,
  },
})
