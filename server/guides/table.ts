import { boolean, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { GuideBody, GuideContent } from '#shared/guides/contract.ts'
import { approvalSteps, guideCategories, guideStages, guideStatuses } from '#shared/guides/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { files } from '../files/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, editable, moment } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany, timeIndexes } from '../lib/db/companyColumns.ts'

export const guides = pgTable(
  'guides',
  {
    ...ofCompany(companies),
    /** What lists call it: the title of the published version, of the draft before there is one. */
    title: jsonb().$type<LocalizedText>().notNull(),
    /** The words alone of what `title` belongs to, to search in. */
    words: jsonb().$type<GuideBody>().notNull(),
    category: text({ enum: guideCategories }).notNull(),
    position: integer().notNull().default(0),
    status: text({ enum: guideStatuses }).notNull().default('draft'),
    /** What the next version will be. */
    draft: jsonb().$type<GuideContent>().notNull(),
    version: integer(),
    publishedAt: moment(),
    hasUnpublishedChanges: boolean().notNull().default(true),
    /** Whom it is for, of those who work here; null: everybody. */
    readerRoleIds: integer().array(),
    readerIds: integer().array().notNull().default([]),
    forGuests: boolean().notNull().default(false),
    mustRead: boolean().notNull().default(false),
    /** When those who have not read it were last reminded. */
    remindedAt: moment(),
    /** Who was told of the published version, once each. */
    askedIds: integer().array().notNull().default([]),
    ownerId: integer().references(() => users.id, { onDelete: 'set null' }),
    reviewOn: date(),
    /** The day of review of which a task was made. */
    reviewAskedFor: date(),
    /** How far the draft has come, and who is named for that. */
    stage: text({ enum: guideStages }).notNull().default('draft'),
    checkerIds: integer().array().notNull().default([]),
    approverIds: integer().array().notNull().default([]),
    /** Of which ready guide it is the company's copy. */
    templateKey: text(),
    ...editable(),
  },
  t => [
    companyKey('guides', t),
    unique('guides_template_key_key').on(t.companyId, t.templateKey),
    ...timeIndexes('guides', t),
    index('guides_category_idx').on(t.companyId, t.category, t.position),
    index('guides_status_idx').on(t.companyId, t.status),
    index('guides_owner_id_idx').on(t.ownerId),
    index('guides_stage_idx').on(t.companyId, t.stage),
    index('guides_review_on_idx').on(t.companyId, t.reviewOn),
  ],
)

/** A published version never changes; what somebody confirmed is one of them. */
export const guideVersions = pgTable(
  'guide_versions',
  {
    ...ofCompany(companies),
    guideId: integer().notNull(),
    number: integer().notNull(),
    content: jsonb().$type<GuideContent>().notNull(),
    publishedBy: integer()
      .notNull()
      .references(() => users.id),
    publishedAt: created(),
  },
  t => [
    companyKey('guide_versions', t),
    unique('guide_versions_number_key').on(t.companyId, t.guideId, t.number),
    index('guide_versions_published_by_idx').on(t.publishedBy),
    sameCompany('guide_versions_guide_id_fk', t, t.guideId, guides),
  ],
)

/** That somebody confirmed having read a version. */
export const guideReadings = pgTable(
  'guide_readings',
  {
    ...ofCompany(companies),
    guideId: integer().notNull(),
    version: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    confirmedAt: created(),
  },
  t => [
    unique('guide_readings_key').on(t.companyId, t.guideId, t.userId, t.version),
    index('guide_readings_user_id_idx').on(t.userId),
    sameCompany('guide_readings_guide_id_fk', t, t.guideId, guides),
  ],
)

/** That somebody checked or approved what is to become, or has become, a version. Goes when the draft changes. */
export const guideApprovals = pgTable(
  'guide_approvals',
  {
    ...ofCompany(companies),
    guideId: integer().notNull(),
    version: integer().notNull(),
    step: text({ enum: approvalSteps }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    approvedAt: created(),
  },
  t => [
    unique('guide_approvals_key').on(t.companyId, t.guideId, t.version, t.step, t.userId),
    index('guide_approvals_user_id_idx').on(t.userId),
    sameCompany('guide_approvals_guide_id_fk', t, t.guideId, guides),
  ],
)

/** The pictures, files and videos that a guide names in its draft or in a version. */
export const guideFiles = pgTable(
  'guide_files',
  {
    ...ofCompany(companies),
    guideId: integer().notNull(),
    fileId: integer().notNull(),
  },
  t => [
    unique('guide_files_key').on(t.companyId, t.fileId, t.guideId),
    index('guide_files_guide_idx').on(t.companyId, t.guideId),
    sameCompany('guide_files_guide_id_fk', t, t.guideId, guides),
    sameCompany('guide_files_file_id_fk', t, t.fileId, files),
  ],
)

export const guideIsolation = [tracked(guides)]
