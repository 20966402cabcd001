/** Files that a row names in a column of its own: those that somebody sent before, seen by whoever may read the row. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { keepFor } from './commands.ts'
import type { FileRow } from './queries.ts'
import { files } from './table.ts'

type Named = { id: number; uuid: string }

/**
 * What a row names once it names these files, in this order: those that it had, and others that the actor sent before, which belong to its
 * kind from now on. `naming` says what the row keeps of a file. Throws 422 for what is not there or belongs to something else.
 */
export async function namedFiles<T extends Named>(
  ctx: Context,
  {
    had,
    uuids,
    kind,
    naming,
  }: { had: readonly T[]; uuids: readonly string[]; kind: string; naming: (file: FileRow) => T },
): Promise<T[]> {
  const wanted = [...new Set(uuids)]
  const known = new Map(had.map(file => [file.uuid, file]))
  const added = await keepFor(
    ctx,
    wanted.filter(uuid => !known.has(uuid)),
    kind,
  )
  for (const file of added) known.set(file.uuid, naming(file))
  return wanted.flatMap(uuid => known.get(uuid) ?? [])
}

/** What no row names any more is nobody's again: who sent it can name it once more until the night, then it is erased. */
export async function letGo(db: Database, kind: string, named: readonly Named[]): Promise<void> {
  if (named.length > 0) await db.update(files).set({ ownedBy: null }).where(among(kind, named))
}

/** Erases files of rows that are erased; their content goes with what no row of `files` tells of. */
export async function eraseNamed(db: Database, kind: string, named: readonly Named[]): Promise<void> {
  if (named.length > 0) await db.delete(files).where(among(kind, named))
}

const among = (kind: string, named: readonly Named[]) =>
  and(
    inArray(
      files.id,
      named.map(({ id }) => id),
    ),
    eq(files.ownedBy, kind),
  )
