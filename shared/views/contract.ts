import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Flag, Id, Name, Revision, Time } from '../lib/fields.ts'
import { registers } from '../subjects/registry.ts'

/** Lists with personal columns and saved views. */
export const viewedLists = ['submissions', ...registers.map(({ feature }) => feature), 'companyTasks'] as const
export type ViewedList = (typeof viewedLists)[number]

/** Bounds of a person's views in a company, and of a list's shared views. */
export const maxViews = { own: 50, shared: 50 }
/** Bounds of one view. */
export const maxInView = { filters: 40, columns: 60 }

// Saved views of lists: filters, order and columns under a name.

const ColumnKey = z.string().min(1).max(300)

/** Columns in the list's order; null for its default columns. */
const Columns = z.array(ColumnKey).max(maxInView.columns).nullable()

/**
 * Parameters of the list's address: filters, words and order. A list skips a name that it no longer knows, and says so.
 */
const Filters = z
  .record(z.string().min(1).max(60), z.union([z.string().max(300), z.number(), z.boolean()]))
  .refine(filters => Object.keys(filters).length <= maxInView.filters, {
    params: { code: 'too_many', maximum: maxInView.filters },
  })

const fields = {
  name: Name,
  filters: Filters,
  columns: Columns,
  /** Shared with all employees. */
  for_everybody: Flag,
}

export const ListView = z
  .object({
    id: Id,
    company_id: Id,
    list: z.enum(viewedLists),
    ...fields,
    user_id: Id,
    user_name: z.string(),
    revision: Revision,
    created_at: Time,
    updated_at: Time,
    archived_at: Time.nullable(),
  })
  .meta({ id: 'ListView' })
export type ListView = z.infer<typeof ListView>

export const ListSettings = z
  .object({
    views: z.array(ListView).max(maxViews.own + maxViews.shared),
    columns: Columns,
    /** Applied where the list's address asks for nothing; null also where the view is gone. */
    default_view_id: Id.nullable(),
  })
  .meta({ id: 'ListSettings' })
export type ListSettings = z.infer<typeof ListSettings>

const ofList = z.object({ list: z.enum(viewedLists) })

export const views = contract({
  settings: {
    summary: 'Read the own views of a list',
    description: 'The own ones and those that others share, by name. With `archived` those to restore.',
    method: 'GET',
    path: '/view',
    access: ['read', 'ListView'],
    input: ofList.extend({ archived: z.boolean().default(false) }),
    returns: ListSettings,
  },
  set: {
    summary: 'Choose the columns of a list, or the view it opens with',
    description: 'Only the caller sees it. Fields that are not sent keep their values.',
    method: 'PUT',
    path: '/view',
    access: ['read', 'ListView'],
    afterPlanEnd: 'open',
    input: ofList.extend({ columns: Columns.optional(), default_view_id: Id.nullable().optional() }),
    returns: ListSettings,
  },
  create: {
    summary: 'Save a view of a list',
    description: `A person keeps ${maxViews.own} in a company, ${maxViews.shared} of a list are shared: 422 beyond.`,
    method: 'POST',
    path: '/view',
    access: ['create', 'ListView'],
    input: ofList.extend({ ...fields, columns: Columns.default(null), for_everybody: Flag.default(false) }),
    returns: ListView,
    status: 201,
  },
  update: {
    summary: 'Change a view',
    method: 'PUT',
    path: '/view/:id',
    access: ['update', 'ListView'],
    input: z.object(fields).partial().extend({ id: Id, revision: Revision.optional() }),
    returns: ListView,
  },
  remove: {
    summary: 'Archive a view',
    method: 'DELETE',
    path: '/view/:id',
    access: ['delete', 'ListView'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived view',
    method: 'POST',
    path: '/view/:id/restore',
    access: ['delete', 'ListView'],
    input: ById,
    returns: ListView,
  },
})
