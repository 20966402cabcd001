import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { formCategories } from '#shared/forms/categories.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { LibraryContent } from '#shared/forms/library.ts'
import { formStatuses } from '#shared/forms/statuses.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { companies } from '../companies/table.ts'
import { created, editable } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany, timeIndexes } from '../lib/db/companyColumns.ts'
import { users } from '../users/table.ts'

export const forms = pgTable(
  'forms',
  {
    ...ofCompany(companies),
    name: jsonb().$type<LocalizedText>().notNull(),
    description: jsonb().$type<LocalizedText>().notNull(),
    category: text({ enum: formCategories }).notNull(),
    status: text({ enum: formStatuses }).notNull().default('draft'),
    /** What the next version will be. */
    draft: jsonb().$type<Definition>().notNull(),
    /** Number of the published version; forms point at versions by number, so that neither table must come first. */
    version: integer(),
    hasUnpublishedChanges: boolean().notNull().default(true),
    ...editable(),
  },
  t => [
    companyKey('forms', t),
    ...timeIndexes('forms', t),
    index('forms_company_id_status_idx').on(t.companyId, t.status),
    index('forms_company_id_category_idx').on(t.companyId, t.category),
  ],
)

/** A published version never changes; a submission stays with the one that it was filled in with. */
export const formVersions = pgTable(
  'form_versions',
  {
    ...ofCompany(companies),
    formId: integer().notNull(),
    number: integer().notNull(),
    definition: jsonb().$type<Definition>().notNull(),
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

/** Pictures of forms: of instructions, questions and choices. Definitions name them by uuid, in as many forms as they are copied to. */
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
