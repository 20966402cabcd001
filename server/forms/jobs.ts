import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { eraseArchived, erasing, maxErased as maxArchived, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { formLibrary, formPictures, forms, formTables, formVersions, publicLinks } from './table.ts'

/**
 * A form that nobody filled in and no task asks for; what was filled in keeps its form, without which it could not be
 * read.
 */
export const eraseArchivedForms: Job<object> = {
  name: 'forms.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const { length } = await eraseArchived(db, forms, {
      parts: [
        { table: formVersions, of: formVersions.formId },
        { table: publicLinks, of: publicLinks.formId },
      ],
    })
    await requeueIf(db, services, 'forms.erase-archived', length === maxArchived)
  },
}

/** Forms that an entry of the library was put into keep what they have of it. */
export const eraseArchivedLibrary = erasing('form-library', formLibrary)

/** A form that somebody edits offline may name a picture that the server does not see named for a while. */
const unnamedFor = sql`interval '30 days'`
/** In one night. */
const maxErased = 1_000

/**
 * Pictures that no form of their company names any more, neither its draft nor a version of it, nor anything in the
 * library. Their bytes count for the company's storage as long as they are kept.
 */
export const eraseUnnamedPictures: Job<object> = {
  name: 'forms.erase-unnamed-pictures',
  schedule: nightly,
  work: async (_, { db, services: { storage } }) => {
    const named = sql.join(
      [
        namedIn(forms, forms.draft),
        namedIn(formVersions, formVersions.definition),
        namedIn(formLibrary, formLibrary.content),
      ],
      sql` union all `,
    )
    const unnamed = await db
      .select({ id: formPictures.id })
      .from(formPictures)
      .where(
        and(
          lt(formPictures.createdAt, sql`now() - ${unnamedFor}`),
          sql`(${formPictures.companyId}, ${formPictures.uuid}::text) not in (${named})`,
        ),
      )
      .limit(maxErased)
    const ids = unnamed.map(({ id }) => id)
    if (ids.length === 0) return
    const erased = await db
      .delete(formPictures)
      .where(inArray(formPictures.id, ids))
      .returning({ path: formPictures.path })
    return async () => {
      for (const { path } of erased) await storage.remove(path)
    }
  },
}

/** Tables that no form of their company names any more, neither its draft nor a version of it. */
export const eraseUnnamedTables: Job<object> = {
  name: 'forms.erase-unnamed-tables',
  schedule: nightly,
  work: async (_, { db }) => {
    const named = sql.join(
      [tablesIn(forms, forms.draft), tablesIn(formVersions, formVersions.definition)],
      sql` union all `,
    )
    const unnamed = await db
      .select({ id: formTables.id })
      .from(formTables)
      .where(
        and(
          lt(formTables.createdAt, sql`now() - ${unnamedFor}`),
          sql`(${formTables.companyId}, ${formTables.uuid}::text) not in (${named})`,
        ),
      )
      .limit(maxErased)
    const ids = unnamed.map(({ id }) => id)
    if (ids.length > 0) await db.delete(formTables).where(inArray(formTables.id, ids))
  },
}

/** The tables that the definitions in a column name, by company. */
const tablesIn = (table: PgTable, column: unknown): SQL =>
  sql`select company_id, jsonb_path_query(${column}, '$.tables[*].uuid') #>> '{}' from ${table}`

/** The pictures that the definitions in a column name, by company. */
const namedIn = (table: PgTable, column: unknown): SQL =>
  sql`select company_id, jsonb_path_query(${column}, '$.**.picture.uuid') #>> '{}' from ${table}`
