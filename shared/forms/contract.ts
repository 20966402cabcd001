import { z } from 'zod'
import { Species } from '../animals/contract.ts'
import { KindOfBusiness } from '../companies/contract.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Flag, Id, LocalizedName, LocalizedText, Revision, Time, Uuid, VersionNumber } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { Definition } from './definition.ts'
import { countElements, maxElements } from './elements.ts'
import { LibraryContent, LibraryItem } from './library.ts'
import { chosenStatuses, formCategories, formStatuses, openTaskChoices } from './rules.ts'
import { TableContent } from './tables/formTable.ts'
import { ImportNote } from './xlsform.ts'

export const FormTemplate = z
  .object({
    key: z.string(),
    name: LocalizedText,
    description: LocalizedText,
    category: z.enum(formCategories),
    /** Species that it is made for; any when absent. */
    species: z.array(Species).optional(),
    /** Kinds of business that begin with it. */
    kinds: z.array(KindOfBusiness).optional(),
    question_count: z.int(),
    definition: Definition,
  })
  .meta({ id: 'FormTemplate' })
export type FormTemplate = z.infer<typeof FormTemplate>

export const Form = z
  .object({
    id: Id,
    company_id: Id,
    name: LocalizedText,
    description: LocalizedText,
    category: z.enum(formCategories),
    /** Fallback language of its texts. */
    default_language: z.enum(locales),
    status: z.enum(formStatuses),
    /** Number of the published version. */
    version: z.int().nullable(),
    has_unpublished_changes: z.boolean(),
    /** Roles among employees that begin it; null for all of them. */
    filler_role_ids: z.array(z.int()).nullable(),
    /** True when it is offered to guests. */
    for_guests: z.boolean(),
    /** Subjects of the published version (`settings.about`), or those that its questions ask for. */
    about_types: z.array(z.enum(subjectTypes)),
    /** Number of complete submissions, up to `maxCounted`; null for people who do not manage forms. */
    submission_count: z.int().nullable(),
    revision: Revision,
    created_at: Time,
    updated_at: Time,
    archived_at: Time.nullable(),
  })
  .meta({ id: 'Form' })
export type Form = z.infer<typeof Form>

const FormVersion = z
  .object({ id: Id, number: z.int(), published_at: Time, definition: Definition })
  .meta({ id: 'FormVersion' })

/** A version in the history of a form. */
export const FormVersionSummary = FormVersion.omit({ definition: true })
  .extend({
    published_by_name: z.string(),
    question_count: z.int(),
  })
  .meta({ id: 'FormVersionSummary' })
export type FormVersionSummary = z.infer<typeof FormVersionSummary>

/** A picture of a form; `path` is below /storage/. */
export const FormPicture = z
  .object({
    uuid: Uuid,
    path: z.string(),
    name: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
  })
  .meta({ id: 'FormPicture' })
export type FormPicture = z.infer<typeof FormPicture>

export const FormDetail = Form.extend({
  /** The next version; only for people who may edit the form. */
  draft: Definition.nullable(),
  published: FormVersion.nullable(),
  /** Pictures that its definitions name. */
  pictures: z.array(FormPicture),
  /** Number of public links; null for people who may not edit the form. */
  public_link_count: z.int().nullable(),
}).meta({ id: 'FormDetail' })
export type FormDetail = z.infer<typeof FormDetail>

const FormTexts = z.object({ name: LocalizedName, description: LocalizedText, category: z.enum(formCategories) })

/** Wrong questions are dear to describe, so they are counted before they are read. */
const elementsFirst = {
  ...{ field: 'definition', count: countElements, maximum: maxElements },
  code: 'too_many_elements',
}

export const forms = contract({
  list: {
    summary: 'List forms',
    method: 'GET',
    path: '/form',
    access: ['read', 'Form'],
    input: Paging.extend({
      ...Incremental.shape,
      sort: sortBy('name', 'created_at', 'updated_at'),
      category: z.enum(formCategories).optional(),
      status: z.enum(formStatuses).optional(),
      /** Only those that the caller may begin, or only the others. */
      is_fillable: Flag.optional(),
    }),
    returns: page(Form),
  },
  templates: {
    summary: 'List form templates',
    method: 'GET',
    path: '/form/template',
    access: ['create', 'Form'],
    input: z.object({}),
    returns: z.array(FormTemplate),
  },
  create: {
    summary: 'Add a form',
    description: 'A copy of a template, in which sent fields replace those of the template, or a new form.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/form',
    access: ['create', 'Form'],
    input: FormTexts.partial().extend({
      template_key: z.string().max(100).optional(),
      definition: Definition.optional(),
    }),
    countedFirst: elementsFirst,
    returns: FormDetail,
    status: 201,
  },
  copyTo: {
    summary: 'Copy a form into another company',
    description: 'Copies a form that the caller may read, of any company, into one that they manage, as a draft.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/company/:company_id/copy-form/:form_id',
    access: ['read', 'Form'],
    isolation: 'platform',
    input: z.object({ company_id: Id, form_id: Id }),
    returns: FormDetail,
    status: 201,
  },
  get: {
    summary: 'Read a form',
    method: 'GET',
    path: '/form/:id',
    access: ['read', 'Form'],
    input: ById,
    returns: FormDetail,
  },
  update: {
    summary: 'Change the draft of a form',
    problems: ['form_not_published'],
    method: 'PUT',
    path: '/form/:id',
    access: ['update', 'Form'],
    input: FormTexts.partial().extend({
      id: Id,
      definition: Definition.optional(),
      status: z.enum(chosenStatuses).optional(),
      revision: Revision.optional(),
    }),
    countedFirst: elementsFirst,
    returns: FormDetail,
  },
  publish: {
    summary: 'Publish a form',
    description: 'The draft becomes the version that people fill in.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/form/:id/publish',
    access: ['update', 'Form'],
    input: ById.extend({ revision: Revision.optional() }),
    returns: FormDetail,
  },
  quickReport: {
    summary: 'Open the form for quick reports',
    description: 'Creates it at the first call; 404 where it was archived, closed or is for others. Not for guests.',
    problems: ['not_found', 'forbidden'],
    method: 'POST',
    path: '/form/quick-report',
    access: ['create', 'Submission'],
    input: z.object({}),
    returns: FormDetail,
  },
  versions: {
    summary: 'List the versions of a form',
    description: 'The published versions, the newest first.',
    method: 'GET',
    path: '/form/:id/versions',
    access: ['update', 'Form'],
    input: ById,
    returns: z.array(FormVersionSummary),
  },
  version: {
    summary: 'Read a version of a form',
    method: 'GET',
    path: '/form/:id/versions/:number',
    access: ['update', 'Form'],
    input: ById.extend({ number: VersionNumber }),
    returns: FormVersion,
  },
  pdf: {
    summary: 'Download the blank form as PDF',
    description: 'The blank form as PDF, with every question regardless of its conditions; `draft` asks for the draft.',
    method: 'GET',
    path: '/form/:id/pdf',
    access: ['read', 'Form'],
    input: ById.extend({ draft: Flag.optional() }),
    returns: file('application/pdf'),
  },
  addPicture: {
    summary: 'Add a picture for forms',
    description: 'Keeps a picture for the forms of the company; the same uuid again is the same picture.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/form/picture',
    access: ['create', 'Form'],
    input: z.object({ uuid: Uuid }),
    returns: FormPicture,
    status: 201,
    multipart: true,
  },
  addTable: {
    summary: 'Add a table for forms',
    description: 'A CSV file for forms: headings first, up to 50,000 rows. Definitions name it by its uuid.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/form/table',
    access: ['create', 'Form'],
    input: z.object({ uuid: Uuid }),
    returns: z.object({ uuid: Uuid, columns: z.array(z.string()), rows: z.int() }),
    status: 201,
    multipart: 'raw',
  },
  table: {
    summary: 'Read a table of forms',
    method: 'GET',
    path: '/form/table/:uuid',
    access: ['read', 'Form'],
    input: z.object({ uuid: Uuid }),
    returns: TableContent.extend({ uuid: Uuid }),
  },
  importFile: {
    summary: 'Import an XLSForm',
    description:
      'Creates a draft from an XLSForm (.xlsx); `notes` name what was changed or left out, by sheet and row.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/form/import',
    access: ['create', 'Form'],
    /** `uuid` distinguishes files where a client sends an Idempotency-Key. */
    input: z.object({
      uuid: Uuid.optional(),
      /** Tables that were added before, by the name of their file: "farms" for the workbook's farms.csv. */
      tables: z.string().max(10_000).optional(),
    }),
    returns: z.object({ form: FormDetail, notes: z.array(ImportNote) }),
    status: 201,
    multipart: 'raw',
  },
  exportFile: {
    summary: 'Export a form as XLSForm',
    description: 'The draft as an XLSForm, which `importFile` reads back without loss.',
    problems: ['too_large'],
    method: 'GET',
    path: '/form/:id/export',
    access: ['update', 'Form'],
    input: ById,
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  library: {
    summary: 'List the library of elements',
    method: 'GET',
    path: '/form/library',
    access: ['create', 'Form'],
    input: z.object({ archived: z.boolean().default(false) }),
    returns: z.array(LibraryItem),
  },
  addToLibrary: {
    summary: 'Add elements to the library',
    method: 'POST',
    path: '/form/library',
    access: ['create', 'Form'],
    input: z.object({ name: LocalizedName, content: LibraryContent }),
    returns: LibraryItem,
    status: 201,
  },
  removeFromLibrary: {
    summary: 'Archive an entry of the library',
    method: 'DELETE',
    path: '/form/library/:id',
    access: ['create', 'Form'],
    input: ById,
    returns: z.null(),
  },
  restoreToLibrary: {
    summary: 'Restore an entry of the library',
    method: 'POST',
    path: '/form/library/:id/restore',
    access: ['create', 'Form'],
    input: ById,
    returns: LibraryItem,
  },
  openTasks: {
    summary: 'Count the open tasks and running series that ask for a form',
    method: 'GET',
    path: '/form/:id/open-tasks',
    access: ['delete', 'Form'],
    input: ById,
    returns: z.object({ count: z.int() }),
  },
  remove: {
    summary: 'Archive a form',
    description:
      '`open_tasks`: what asks for it ends, becomes a task without a form, or asks for `other_form_id`, ' +
      'which must be open.',
    problems: ['forbidden'],
    method: 'DELETE',
    path: '/form/:id',
    access: ['delete', 'Form'],
    input: ById.extend({ open_tasks: z.enum(openTaskChoices).default('keep'), other_form_id: Id.optional() }),
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived form',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/form/:id/restore',
    access: ['delete', 'Form'],
    input: ById,
    returns: FormDetail,
  },
})

/** Sent when a form was saved or published, with its revision. */
export const FormSaved = z.object({ id: Id, revision: Revision }).meta({ id: 'FormSaved' })
export type FormSaved = z.infer<typeof FormSaved>

/** For people who have the form open in the editor (`editorsChannel`). */
export const editorEvents = { 'form.saved': FormSaved }
