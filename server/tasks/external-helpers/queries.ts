import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Helper } from '#shared/helpers/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { helperNotes, helpers } from './table.ts'

/** The name of the links in `action_links`, and of the files. */
export const helperAction = 'help_with_task'

export type HelperRow = typeof helpers.$inferSelect

/** Whom was asked for an occurrence, the first first, with what they said. */
export async function findHelpers(db: Database, companyId: number, sentTaskId: number): Promise<Helper[]> {
  const rows = await db
    .select()
    .from(helpers)
    .where(and(eq(helpers.companyId, companyId), eq(helpers.sentTaskId, sentTaskId)))
    .orderBy(asc(helpers.id))
  return presentHelpers(db, companyId, rows)
}

export async function presentHelpers(db: Database, companyId: number, rows: HelperRow[]): Promise<Helper[]> {
  const notes = await notesOf(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ languageId: _, ...row }) => ({
    ...wire(row),
    notes: (notes.get(row.id) ?? []).map(({ file, helperId: __, ...note }) => ({
      ...wire(note),
      file: file && wire(file),
    })),
  }))
}

export async function notesOf(db: Database, companyId: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, never[]>()
  const rows = await db
    .select({
      ...{ id: helperNotes.id, helperId: helperNotes.helperId, text: helperNotes.text },
      createdAt: helperNotes.createdAt,
      file: {
        ...{ path: files.path, previewPath: files.previewPath, name: files.name, contentType: files.contentType },
      },
    })
    .from(helperNotes)
    .leftJoin(files, and(eq(files.companyId, helperNotes.companyId), eq(files.id, helperNotes.fileId)))
    .where(and(eq(helperNotes.companyId, companyId), inArray(helperNotes.helperId, ids)))
    .orderBy(asc(helperNotes.id))
  return Map.groupBy(rows, ({ helperId }) => helperId)
}
