import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import {
  ById,
  Day,
  Flag,
  greatestWhole,
  Id,
  LocalizedName,
  LocalizedText,
  Revision,
  Time,
  VersionNumber,
} from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { approvalSteps, guideCategories, guideStages, guideStatuses } from './rules.ts'

/** Markdown by language: headings, lists, checklists, notes, emphasis and links. */
export const GuideBody = z.partialRecord(z.enum(locales), z.string().max(50_000)).meta({ id: 'GuideBody' })
export type GuideBody = z.infer<typeof GuideBody>

/** As stored, with possible markup escaped. */
const StoredBody = z.partialRecord(z.enum(locales), z.string().max(200_000))

const Language = z.enum(locales)
const GuideCategory = z.enum(guideCategories).meta({ id: 'GuideCategory' })

/** Content of a version of a guide. */
export const GuideContent = z
  .object({
    title: LocalizedText,
    body: StoredBody,
    /** Language in which it is written; translations start from it and fall back to it. */
    default_language: Language,
    /** Languages whose translation is older than its original, derived by the server. */
    stale_languages: z.array(Language),
  })
  .meta({ id: 'GuideContent' })
export type GuideContent = z.infer<typeof GuideContent>

const People = z.array(Id).max(50)

/** Audience and owner. Changes hold at once, without publishing. */
const Settings = z.object({
  category: GuideCategory,
  /** Position in its category: lower numbers come first. */
  position: z.int().min(0).max(greatestWhole),
  /** Roles of its audience among employees; null for all of them. */
  reader_role_ids: z.array(z.int().min(1000).max(4000)).max(50).nullable(),
  /** Further people by name. */
  reader_ids: People,
  for_guests: z.boolean(),
  /** Demands that its audience confirms each version. */
  must_read: z.boolean(),
  /** Owner. */
  owner_id: Id.nullable(),
  /** Day of its review. */
  review_on: Day.nullable(),
  /** People who review each version, and who then approve it, before it can be published. */
  checker_ids: People,
  approver_ids: People,
})

export const Guide = Settings.extend({
  id: Id,
  company_id: Id,
  title: LocalizedText,
  default_language: Language,
  status: z.enum(guideStatuses),
  /** Number of the published version. */
  version: z.int().nullable(),
  has_unpublished_changes: z.boolean(),
  /** Progress of the draft. */
  stage: z.enum(guideStages),
  published_at: Time.nullable(),
  /** Last version that the caller has confirmed. */
  confirmed_version: z.int().nullable(),
  /** How long it takes to read. */
  minutes: z.int(),
  /** True while the caller has to confirm the published version. */
  is_due: z.boolean(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
  archived_at: Time.nullable(),
}).meta({ id: 'Guide' })
export type Guide = z.infer<typeof Guide>

/** For people who manage guides. */
export const ManagedGuide = Guide.extend({
  owner_name: z.string().nullable(),
  /** Confirmations of the published version among its audience. */
  confirmed_count: z.int(),
  reader_count: z.int(),
}).meta({ id: 'ManagedGuide' })
export type ManagedGuide = z.infer<typeof ManagedGuide>

/** A review or approval of a version by a named person. */
export const GuideApproval = z
  .object({ step: z.enum(approvalSteps), user_id: Id, name: z.string(), approved_at: Time.nullable() })
  .meta({ id: 'GuideApproval' })
export type GuideApproval = z.infer<typeof GuideApproval>

/** A ready guide that comes with tend. */
export const ReadyGuide = z
  .object({
    key: z.string(),
    category: GuideCategory,
    title: LocalizedText,
    /** Shows its drawing at `drawingPath`. */
    body: GuideBody,
    /** SVG. */
    drawing: z.string(),
    /** The company's copy of it. */
    guide_id: Id.nullable(),
  })
  .meta({ id: 'ReadyGuide' })
export type ReadyGuide = z.infer<typeof ReadyGuide>

export const GuideVersion = z
  .object({
    number: z.int(),
    published_at: Time,
    published_by_name: z.string(),
    content: GuideContent,
    approvals: z.array(GuideApproval),
  })
  .meta({ id: 'GuideVersion' })
export type GuideVersion = z.infer<typeof GuideVersion>

export const GuideVersionSummary = GuideVersion.omit({ content: true, approvals: true })
  .extend({ languages: z.array(Language) })
  .meta({ id: 'GuideVersionSummary' })
export type GuideVersionSummary = z.infer<typeof GuideVersionSummary>

export const GuideDetail = Guide.extend({
  owner_name: z.string().nullable(),
  /** The next version; only for people who may change, review or approve it. */
  draft: GuideContent.nullable(),
  /** Reviews and approvals of the draft, for its readers. */
  approvals: z.array(GuideApproval),
  published: GuideVersion.nullable(),
}).meta({ id: 'GuideDetail' })
export type GuideDetail = z.infer<typeof GuideDetail>

/** A person of a guide's audience. */
export const GuideReader = z
  .object({ user_id: Id, name: z.string(), confirmed_at: Time.nullable() })
  .meta({ id: 'GuideReader' })
export type GuideReader = z.infer<typeof GuideReader>

const Draft = Settings.partial().extend({
  title: LocalizedName.optional(),
  body: GuideBody.optional(),
  default_language: Language.optional(),
})

const filters = { category: GuideCategory.optional(), must_read: Flag.optional() }

/** Sent when a guide that the reader may open has changed. */
export const guideEvents = {
  'guide.changed': z.object({ id: Id, company_id: Id }),
}

export const guides = contract({
  list: {
    summary: 'List the guides to read',
    description: 'Those that the caller may read, unconfirmed ones first.',
    method: 'GET',
    path: '/guide',
    access: ['read', 'Guide'],
    input: Paging.omit({ archived: true }).extend({ ...filters, is_due: Flag.optional() }),
    returns: page(Guide),
    copied: 'dated',
  },
  all: {
    summary: 'List all guides',
    description: 'With drafts and confirmations.',
    method: 'GET',
    path: '/guide/all',
    access: ['update', 'Guide'],
    input: Paging.extend({
      ...Incremental.shape,
      ...filters,
      stage: z.enum(guideStages).optional(),
      sort: sortBy('title', 'position', 'review_on', 'updated_at'),
      status: z.enum(guideStatuses).optional(),
      owner_id: Id.optional(),
      /** Only those whose review is due. */
      review_due: Flag.optional(),
    }),
    returns: page(ManagedGuide),
  },
  ready: {
    summary: 'List the ready guides',
    method: 'GET',
    path: '/guide/ready',
    access: ['create', 'Guide'],
    input: z.object({}),
    returns: z.array(ReadyGuide),
  },
  takeReady: {
    summary: 'Use a ready guide',
    description: 'Publishes the copy of the company, which has one.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/guide/ready/:key',
    access: ['create', 'Guide'],
    input: z.object({ key: z.string().max(100) }),
    returns: GuideDetail,
  },
  create: {
    summary: 'Add a guide',
    description: 'A draft; it needs a title in its own language.',
    method: 'POST',
    path: '/guide',
    access: ['create', 'Guide'],
    input: Draft.extend({ title: LocalizedName }),
    returns: GuideDetail,
    status: 201,
  },
  get: {
    summary: 'Read a guide',
    method: 'GET',
    path: '/guide/:id',
    access: ['read', 'Guide'],
    input: ById,
    returns: GuideDetail,
    copied: 'dated',
  },
  update: {
    summary: 'Change a guide',
    description: 'Changes its draft, and its audience at once.',
    method: 'PUT',
    path: '/guide/:id',
    access: ['update', 'Guide'],
    input: Draft.extend({ id: Id, revision: Revision.optional() }),
    returns: GuideDetail,
  },
  publish: {
    summary: 'Publish a guide',
    description: 'The draft becomes the version that people read, once all named people approved it.',
    problems: ['stale_revision', 'guide_not_approved'],
    method: 'POST',
    path: '/guide/:id/publish',
    access: ['update', 'Guide'],
    input: ById.extend({ revision: Revision.optional() }),
    returns: GuideDetail,
  },
  ask: {
    summary: 'Ask for approval of a guide',
    description: 'Notifies the people who check or approve the draft next.',
    method: 'POST',
    path: '/guide/:id/ask',
    access: ['update', 'Guide'],
    input: ById,
    returns: GuideDetail,
  },
  approve: {
    summary: 'Check or approve a guide',
    description: 'By a named person, of the draft that they saw. A changed draft needs all of it again.',
    problems: ['stale_revision', 'guide_not_checked'],
    method: 'POST',
    path: '/guide/:id/approve',
    access: ['approve', 'Guide'],
    input: ById.extend({ step: z.enum(approvalSteps), revision: Revision }),
    returns: GuideDetail,
  },
  remove: {
    summary: 'Archive a guide',
    method: 'DELETE',
    path: '/guide/:id',
    access: ['delete', 'Guide'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived guide',
    method: 'POST',
    path: '/guide/:id/restore',
    access: ['delete', 'Guide'],
    input: ById,
    returns: GuideDetail,
  },
  versions: {
    summary: 'List the versions of a guide',
    description: 'The newest first.',
    method: 'GET',
    path: '/guide/:id/versions',
    access: ['update', 'Guide'],
    input: ById.extend(Paging.pick({ page: true, per_page: true }).shape),
    returns: page(GuideVersionSummary),
  },
  version: {
    summary: 'Read a version of a guide',
    method: 'GET',
    path: '/guide/:id/versions/:number',
    access: ['update', 'Guide'],
    input: ById.extend({ number: VersionNumber }),
    returns: GuideVersion,
  },
  restoreVersion: {
    summary: 'Restore a version of a guide',
    description: 'Copies it into the draft.',
    method: 'POST',
    path: '/guide/:id/versions/:number/restore',
    access: ['update', 'Guide'],
    input: ById.extend({ number: VersionNumber, revision: Revision.optional() }),
    returns: GuideDetail,
  },
  read: {
    summary: 'Confirm that a guide was read',
    description: 'A newer version must be read first (409 `stale_revision`).',
    problems: ['stale_revision'],
    method: 'POST',
    path: '/guide/:id/read',
    access: ['read', 'Guide'],
    input: ById.extend({ version: VersionNumber }),
    returns: GuideDetail,
  },
  readers: {
    summary: 'List who has read a guide',
    description: 'Its audience, with when each confirmed the version.',
    method: 'GET',
    path: '/guide/:id/readers',
    access: ['update', 'Guide'],
    input: ById.extend({
      ...Paging.pick({ page: true, per_page: true, search: true }).shape,
      version: VersionNumber.optional(),
      has_confirmed: Flag.optional(),
    }),
    returns: page(GuideReader),
  },
  remind: {
    summary: 'Remind people to read a guide',
    description: 'Those who have not confirmed it, once an hour.',
    method: 'POST',
    path: '/guide/:id/remind',
    access: ['update', 'Guide'],
    input: ById,
    returns: z.object({ reminded: z.int() }),
  },
  pdf: {
    summary: 'Download a guide as PDF',
    method: 'GET',
    path: '/guide/:id/pdf',
    access: ['read', 'Guide'],
    input: ById,
    returns: file('application/pdf'),
  },
})
