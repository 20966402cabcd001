import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { PrintedDocument } from '#shared/documents/contract.ts'
import type { AskedKind } from '#shared/documents/rules.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { ownRows } from '../lib/registers/accessible.ts'
import { pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { madeWithRightsOf } from '../lib/security/rightsOf.ts'
import { type DocumentRow, documents } from './table.ts'

/**
 * A document is for the person who asked for it alone, in the company where they did, and for as long as they have the
 * rights of then: others may show them more.
 */
const own = (ctx: Context) => and(ownRows(ctx, documents), madeWithRightsOf(ctx.actor, documents.rights))

/** One page of the own documents, the latest first. */
export function listDocuments(
  { kind, ...paging }: { page: number; perPage: number; kind?: AskedKind | undefined },
  ctx: Context,
) {
  const where = and(own(ctx), kind && eq(documents.kind, kind))
  return pageOf(paging, {
    rows: ctx.db
      .select()
      .from(documents)
      .where(where)
      .orderBy(desc(documents.id))
      .limit(slice(paging).limit)
      .offset(slice(paging).offset),
    totals: totalOf(ctx.db, documents, where),
    present: presentDocument,
  })
}

/** The own document; 404 otherwise. */
export async function accessDocument(ctx: Context, id: number): Promise<DocumentRow> {
  const [found] = await ctx.db
    .select()
    .from(documents)
    .where(and(own(ctx), eq(documents.id, id)))
  if (!found) throw new Problem('not_found')
  return found
}

type Wanted = Pick<typeof documents.$inferInsert, 'companyId' | 'userId' | 'inputHash' | 'rights'> & {
  createdAt?: Date | undefined
}

/** The person's own that was made of the same, the latest. */
export async function findSame(
  db: Database,
  { companyId, userId, inputHash, rights, createdAt = new Date() }: Wanted,
  states: DocumentRow['state'][] = ['ready'],
): Promise<DocumentRow | undefined> {
  const [found] = await db
    .select()
    .from(documents)
    .where(
      and(
        ...[eq(documents.companyId, companyId), eq(documents.userId, userId), eq(documents.inputHash, inputHash)],
        ...[inArray(documents.state, states), gt(documents.expiresAt, createdAt)],
        rights ? eq(documents.rights, rights) : undefined,
      ),
    )
    .orderBy(desc(documents.id))
    .limit(1)
  return found
}

/** Counts a person's documents that are being made. */
export const countUnderWay = (ctx: Context) =>
  ctx.db.$count(
    documents,
    and(own(ctx), inArray(documents.state, ['waiting', 'working']), gt(documents.expiresAt, ctx.now)),
  )

export const presentDocument = (row: DocumentRow): PrintedDocument => ({
  ...{ id: row.id, kind: row.kind, record_id: row.recordId, version: row.version, locale: row.locale },
  ...{ state: row.state, done: row.done, total: row.total, filename: row.filename, size: row.size },
  ...{ sha256: row.sha256, is_sealed: row.isSealed },
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  expires_at: row.expiresAt.toISOString(),
})
