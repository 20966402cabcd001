/** Files of papers: scans and documents that somebody sent before, seen by whoever may read the paper. Earlier ones stay with what they were of. */
import { and, eq, or, sql } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import { eraseNamed, letGo, namedFiles } from '../files/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { papers, type StoredPaperFile } from './table.ts'

const fileKind = 'paper'

export const paperFiles: FileOwners = {
  [fileKind]: async ({ db, ability }, { companyId, id }) => {
    const named = JSON.stringify([{ id }])
    const before = JSON.stringify([{ files: [{ id }] }])
    const rows = await db
      .select()
      .from(papers)
      .where(
        and(
          eq(papers.companyId, companyId),
          or(sql`${papers.files} @> ${named}::jsonb`, sql`${papers.earlier} @> ${before}::jsonb`),
        ),
      )
    return rows.some(paper => allows(ability, 'read', 'Paper', paper))
  },
}

/** The files of a paper that names these uuids from now on: those that it had, and others that the actor sent before. 422 for others. */
export const filesNamed = (ctx: Context, had: readonly StoredPaperFile[], uuids: readonly string[]) =>
  namedFiles(ctx, {
    ...{ had, uuids, kind: fileKind },
    naming: ({ id, uuid, path, name, contentType, size }): StoredPaperFile => ({
      ...{ id, uuid, path, name, size },
      content_type: contentType,
    }),
  })

/** Files that a paper no longer names, and that no earlier one of it was. */
export const letFilesGo = (db: Database, had: readonly StoredPaperFile[], kept: readonly StoredPaperFile[]) =>
  letGo(
    db,
    fileKind,
    had.filter(({ id }) => !kept.some(file => file.id === id)),
  )

type Erased = Pick<typeof papers.$inferSelect, 'files' | 'earlier'>
/** Those of erased papers. */
export const eraseFilesOf = (db: Database, erased: readonly Erased[]) =>
  eraseNamed(
    db,
    fileKind,
    erased.flatMap(paper => [...paper.files, ...paper.earlier.flatMap(({ files }) => files as StoredPaperFile[])]),
  )
