import { z } from 'zod'
import { species } from '../animals/species.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Flag, Id, LocalizedText, Revision, Time, Uuid } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { formCategories } from './categories.ts'
import { Definition } from './definition.ts'
import { LibraryContent, LibraryItem } from './library.ts'
import { PublicLink } from './publicLink.ts'
import { chosenStatuses, formStatuses } from './statuses.ts'
import { ImportNote } from './xlsform.ts'

export const FormTemplate = z.object({
  key: z.string(),
  name: LocalizedText,
  description: LocalizedText,
  category: z.enum(formCategories),
  /** The species that it is made for; any when absent. */
  species: z.array(z.enum(species)).optional(),
  question_count: z.int(),
  definition: Definition,
})
export type FormTemplate = z.infer<typeof FormTemplate>

export const Form = z.object({
  id: Id,
  company_id: Id,
  name: LocalizedText,
  description: LocalizedText,
  category: z.enum(formCategories),
  /** The language that its texts fall back to. */
  default_language: z.enum(locales),
  status: z.enum(formStatuses),
  /** The number of the published version. */
  version: z.int().nullable(),
  has_unpublished_changes: z.boolean(),
  /** How many complete submissions there are, up to `mostCounted`; null for those who do not look after forms. */
  submission_count: z.int().nullable(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  archived_at: Time.nullable(),
})
export type Form = z.infer<typeof Form>

export const FormVersion = z.object({ id: Id, number: z.int(), published_at: Time, definition: Definition })
export type FormVersion = z.infer<typeof FormVersion>

/** A version in the history of a form. */
export const FormVersionSummary = FormVersion.omit({ definition: true }).extend({
  published_by_name: z.string(),
  question_count: z.int(),
})
export type FormVersionSummary = z.infer<typeof FormVersionSummary>

/** A picture of a form; `path` is below /storage/. */
export const FormPicture = z.object({
  uuid: Uuid,
  path: z.string(),
  name: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type FormPicture = z.infer<typeof FormPicture>

export const FormDetail = Form.extend({
  /** What the next version will be; only for those who may edit the form. */
  draft: Definition.nullable(),
  published: FormVersion.nullable(),
  /** Those that its definitions name. */
  pictures: z.array(FormPicture),
  /** Under which people without an account fill it in; null without one, and for those who may not edit the form. */
  public_link: PublicLink.nullable(),
})
export type FormDetail = z.infer<typeof FormDetail>

const FormTexts = z.object({ name: LocalizedText, description: LocalizedText, category: z.enum(formCategories) })

export const forms = contract({
  list: {
    method: 'GET',
    path: '/form',
    access: ['read', 'Form'],
    input: Paging.extend({
      sort: sortBy('name', 'created_at', 'updated_at'),
      category: z.enum(formCategories).optional(),
      status: z.enum(formStatuses).optional(),
    }),
    returns: page(Form),
  },
  templates: {
    method: 'GET',
    path: '/form/template',
    access: ['create', 'Form'],
    input: z.object({}),
    returns: z.array(FormTemplate),
  },
  /** A copy of a template, in which whatever else is sent takes the place of the template's own, or a form of one's own. */
  create: {
    method: 'POST',
    path: '/form',
    access: ['create', 'Form'],
    input: FormTexts.partial().extend({ template_key: z.string().optional(), definition: Definition.optional() }),
    returns: FormDetail,
    status: 201,
  },
  get: { method: 'GET', path: '/form/:id', access: ['read', 'Form'], input: ById, returns: FormDetail },
  update: {
    method: 'PUT',
    path: '/form/:id',
    access: ['update', 'Form'],
    input: FormTexts.partial().extend({
      id: Id,
      definition: Definition.optional(),
      status: z.enum(chosenStatuses).optional(),
      revision: Revision.optional(),
    }),
    returns: FormDetail,
  },
  /** Makes the draft the version that is filled in from now on. A published version never changes. */
  publish: {
    method: 'POST',
    path: '/form/:id/publish',
    access: ['update', 'Form'],
    input: ById.extend({ revision: Revision.optional() }),
    returns: FormDetail,
  },
  /** The published versions, the newest first. */
  versions: {
    method: 'GET',
    path: '/form/:id/versions',
    access: ['update', 'Form'],
    input: ById,
    returns: z.array(FormVersionSummary),
  },
  version: {
    method: 'GET',
    path: '/form/:id/versions/:number',
    access: ['update', 'Form'],
    input: ById.extend({ number: z.coerce.number().int().positive() }),
    returns: FormVersion,
  },
  /** The blank form on paper, with every question whatever it depends on; the draft where `draft` asks for it. */
  pdf: {
    method: 'GET',
    path: '/form/:id/pdf',
    access: ['read', 'Form'],
    input: ById.extend({ draft: Flag.optional() }),
    returns: file('application/pdf'),
  },
  /** Keeps a picture for the forms of the company; the same uuid again is the same picture. */
  addPicture: {
    method: 'POST',
    path: '/form/picture',
    access: ['create', 'Form'],
    input: z.object({ uuid: Uuid }),
    returns: FormPicture,
    status: 201,
    multipart: true,
  },
  /** A draft out of an XLSForm (.xlsx); `notes` say what was carried over differently or not at all, by sheet and row. */
  importFile: {
    method: 'POST',
    path: '/form/import',
    access: ['create', 'Form'],
    /** `uuid` tells one file from another where a client sends an Idempotency-Key. */
    input: z.object({ uuid: Uuid.optional() }),
    returns: z.object({ form: FormDetail, notes: z.array(ImportNote) }),
    status: 201,
    multipart: 'workbook',
  },
  /** The draft as an XLSForm, which `importFile` reads back without loss. */
  exportFile: {
    method: 'GET',
    path: '/form/:id/export',
    access: ['update', 'Form'],
    input: ById,
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  library: {
    method: 'GET',
    path: '/form/library',
    access: ['create', 'Form'],
    input: z.object({}),
    returns: z.array(LibraryItem),
  },
  addToLibrary: {
    method: 'POST',
    path: '/form/library',
    access: ['create', 'Form'],
    input: z.object({ name: LocalizedText, content: LibraryContent }),
    returns: LibraryItem,
    status: 201,
  },
  removeFromLibrary: {
    method: 'DELETE',
    path: '/form/library/:id',
    access: ['create', 'Form'],
    input: ById,
    returns: z.null(),
  },
  restoreToLibrary: {
    method: 'POST',
    path: '/form/library/:id/restore',
    access: ['create', 'Form'],
    input: ById,
    returns: LibraryItem,
  },
  remove: { method: 'DELETE', path: '/form/:id', access: ['delete', 'Form'], input: ById, returns: z.null() },
  restore: { method: 'POST', path: '/form/:id/restore', access: ['delete', 'Form'], input: ById, returns: FormDetail },
})
