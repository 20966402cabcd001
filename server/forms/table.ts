import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Definition } from '#shared/forms/definition.ts'
import type { LibraryContent } from '#shared/forms/library.ts'
import type { Prefill } from '#shared/forms/public/publicLink.ts'
import { formCategories, formStatuses } from '#shared/forms/rules.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { companies, invites } from '../companies/table.ts'
import { fileReferences } from '../files/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, editable, moment } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany, timeIndexes } from '../lib/db/companyColumns.ts'

const asksForReports = (draft: AnyPgColumn) => sql`${draft} @> '{"settings": {"quick_report": true}}'`

export const forms = pgTable(
  'forms',
  {
    ...ofCompany(companies),
    name: jsonb().$type<LocalizedText>().notNull(),
    description: jsonb().$type<LocalizedText>().notNull(),
    category: text({ enum: formCategories }).notNull(),
    status: text({ enum: formStatuses }).notNull().default('draft'),
    /** Since when it is begun for a task only, and since when not at all; null while it is open. */
    closingAt: moment(),
    closedAt: moment(),
    /** What the next version will be. */
    draft: jsonb().$type<Definition>().notNull(),
    /** Number of the published version; forms point at versions by number, so that neither table must come first. */
    version: integer(),
    /** Who begins it, as the published version says (`settings.filled_by`); null: everybody who works here. */
    fillerRoleIds: integer().array(),
    forGuests: boolean().notNull().default(false),
    /** What comes by its public link is a case, as the published version says (`settings.reporting_channel`). */
    isChannel: boolean().notNull().default(false),
    /** What the published version is about (`shared/forms/about.ts`). */
    aboutTypes: text({ enum: subjectTypes }).array().notNull().default(sql`'{}'`),
    hasUnpublishedChanges: boolean().notNull().default(true),
    ...editable(),
  },
  t => [
    companyKey('forms', t),
    ...timeIndexes('forms', t),
    index('forms_company_id_status_idx').on(t.companyId, t.status),
    index('forms_company_id_category_idx').on(t.companyId, t.category),
    index('forms_quick_report_idx').on(t.companyId, t.id).where(asksForReports(t.draft)),
  ],
)

/** Condition: the form is the one for quick reports. Written as its index has it. */
export const isForReports = () => asksForReports(forms.draft)

/** A published version never changes; a submission stays with the one that it was filled in with. */
export const formVersions = pgTable(
  'form_versions',
  {
    ...ofCompany(companies),
    formId: integer().notNull(),
    number: integer().notNull(),
    definition: jsonb().$type<Definition>().notNull(),
    /** The questions that are answered by a text, and with "=" before them those that are answered by a choice. */
    searchedQuestions: text().array().generatedAlwaysAs(sql`searched_questions(definition)`),
    publishedBy: integer()
      .notNull()
      .references(() => users.id),
    publishedAt: created(),
  },
  t => [
    companyKey('form_versions', t),
    unique('form_versions_number_key').on(t.companyId, t.formId, t.number),
    index('form_versions_published_by_idx').on(t.publishedBy),
    sameCompany('form_versions_form_id_fk', t, t.formId, forms),
  ],
)

/** Questions, groups and sets of choices that a company keeps for its next forms. */
export const formLibrary = pgTable(
  'form_library',
  {
    ...ofCompany(companies),
    name: jsonb().$type<LocalizedText>().notNull(),
    content: jsonb().$type<LibraryContent>().notNull(),
    ...editable(),
  },
  t => [
    companyKey('form_library', t),
    index('form_library_company_id_idx').on(t.companyId, t.createdAt),
    archivedIndex('form_library', t),
  ],
)

/**
 * Pictures of forms: of instructions, questions and choices. Definitions name them by uuid, in as many forms as they
 * are copied to.
 */
export const formPictures = pgTable(
  'form_pictures',
  {
    ...ofCompany(companies),
    uuid: uuid().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Below /storage/ and in the store; made by the server. */
    path: text().notNull().unique(),
    name: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    createdAt: created(),
  },
  t => [
    companyKey('form_pictures', t),
    unique('form_pictures_uuid_key').on(t.companyId, t.uuid),
    index('form_pictures_user_id_idx').on(t.userId),
  ],
)

/**
 * Tables of forms. Definitions name them by uuid, in as many forms as they are copied to; what stands under a uuid
 * never changes.
 */
export const formTables = pgTable(
  'form_tables',
  {
    ...ofCompany(companies),
    uuid: uuid().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    content: jsonb().$type<TableContent>().notNull(),
    /** In bytes. */
    size: integer().notNull(),
    createdAt: created(),
  },
  t => [
    companyKey('form_tables', t),
    unique('form_tables_uuid_key').on(t.companyId, t.uuid),
    index('form_tables_user_id_idx').on(t.userId),
  ],
)

/**
 * The links under which people without an account fill in a form. One that was taken back stays, for what came by it.
 */
export const publicLinks = pgTable(
  'public_links',
  {
    ...ofCompany(companies),
    formId: integer().notNull(),
    name: text().notNull().default(''),
    /**
     * What the address is worked out from, besides the row itself; above 1 where an earlier tend gave the row a second
     * address.
     */
    version: integer().notNull().default(1),
    revokedAt: moment(),
    expiresAt: moment(),
    pinHash: text(),
    cap: integer(),
    responses: integer().notNull().default(0),
    prefill: jsonb().$type<Prefill>().notNull(),
    /**
     * The question that its labels answer, each with a row of its register. It stays: it is part of each label's
     * address.
     */
    labelQuestion: text(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    revision: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: created(),
  },
  t => [
    companyKey('public_links', t),
    index('public_links_form_idx').on(t.companyId, t.formId, t.id),
    index('public_links_created_by_idx').on(t.createdBy),
    sameCompany('public_links_form_id_fk', t, t.formId, forms),
    check('public_links_counts', sql`${t.responses} >= 0 and ${t.cap} > 0`),
  ],
)

/** Starter forms of invitations, which become the newcomer's first tasks. */
export const inviteForms = pgTable(
  'invite_forms',
  { ...ofCompany(companies), inviteId: integer().notNull(), formId: integer().notNull() },
  t => [
    unique('invite_forms_form_key').on(t.companyId, t.inviteId, t.formId),
    index('invite_forms_form_idx').on(t.companyId, t.formId),
    sameCompany('invite_forms_invite_id_fk', t, t.inviteId, invites).onDelete('cascade'),
    // A form that is erased is no starter form any more.
    sameCompany('invite_forms_form_id_fk', t, t.formId, forms).onDelete('cascade'),
  ],
)

fileReferences.at('files_public_link_id_fk', 'publicLinkId', publicLinks)

export const formIsolation = [
  tracked(forms, ['status', 'forGuests', 'fillerRoleIds']),
  tracked(publicLinks, ['formId']),
]
