/**
 * PDFs at once, as the direct calls give them, or in the background. Both ways the same input is the document that is
 * kept.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PrintedDocument } from '#shared/documents/contract.ts'
import { givenOnce, maxUnderWay } from '#shared/documents/rules.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { type Context, refusePrefetch } from '../lib/context.ts'
import { type Database, inTurn, tenantOf } from '../lib/db/pools.ts'
import type { Storage } from '../lib/files/storage.ts'
import { ifMissing } from '../lib/files/storage.ts'
import { rightsOf } from '../lib/security/rightsOf.ts'
import { sha256 } from '../lib/security/secrets.ts'
import { type Door, inputHash, lookOf, makeDocument, startOfDay, steps, templatePath } from './pdfJob.ts'
import type { PdfSource } from './ports.ts'
import { countUnderWay, findSame, presentDocument } from './queries.ts'
import { type DocumentRow, documents } from './table.ts'

/** Life of a document that was not made. */
const maxHours = 24

/** The PDF itself, made once the call's connection is given back, or the same that was made before. */
export async function printedAtOnce<Data extends object>(ctx: Context, source: PdfSource<Data>): Promise<FileAnswer> {
  const { services, actor, ip } = ctx
  const row = rowOf(ctx, source as PdfSource)
  // A document that somebody makes is their own, at every site.
  const tenant = tenantOf({ ...actor, site: null }, row.companyId)
  const door: Door = work => inTurn(services.pools, 'isolated', fairnessKey(tenant, ip), tenant, true, work)
  return async () => {
    const { filename } = row
    const kept = await door(db => findSame(db, row))
    const content = kept && (await readKept(services.storage, kept))
    if (content) return { content, filename }
    const made = await door(db => insert(db, { ...row, state: 'working', workedBy: randomUUID() }))
    return { content: await makeDocument(services, door, made), filename }
  }
}

/** Asks for a PDF in the background. Throws `too_many_requests` while as many are under way as one may have. */
export async function beginDocument(ctx: Context, source: PdfSource, job: { name: string }): Promise<PrintedDocument> {
  const row = rowOf(ctx, source)
  // Two at once find each other.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${row.companyId}, ${ctx.actor.id})`)
  const same = await findSame(ctx.db, row, ['waiting', 'working', 'ready'])
  if (same) return presentDocument(same)
  if ((await countUnderWay(ctx)) >= maxUnderWay) throw new Problem('too_many_requests', { retryAfter: 30 })
  const made = await insert(ctx.db, row)
  await ctx.services.jobs.send(ctx.db, job, { id: made.id }, { companyId: row.companyId })
  return presentDocument(made)
}

/**
 * Returns the file of a finished document; a single-use one is deleted. Throws `not_found` for others, and for a file
 * that is not the original.
 */
export async function fetchDocument(ctx: Context, row: DocumentRow): Promise<FileAnswer> {
  const { storage } = ctx.services
  const read = async () => {
    const content = await readKept(storage, row)
    if (!content) throw new Problem('not_found')
    return { content, filename: row.filename }
  }
  if (!givenOnce.has(row.kind)) return read
  refusePrefetch(ctx)
  const answer = await read()
  ctx.afterAnswer.push(async ({ db }) => {
    await db.delete(documents).where(eq(documents.id, row.id))
    if (row.path) await storage.remove(row.path)
  })
  return async () => answer
}

/** Takes away what was made of records that are erased. The paths of the files, to be removed after the commit. */
export async function eraseDocuments(
  db: Database,
  kind: DocumentRow['kind'],
  records: { id: number; companyId: number }[],
): Promise<string[]> {
  const paths: string[] = []
  for (const { id, companyId } of records) {
    const gone = await db
      .delete(documents)
      .where(
        sql`${documents.companyId} = ${companyId} and ${documents.kind} = ${kind} and ${documents.recordId} = ${id}`,
      )
      .returning({ path: documents.path })
    paths.push(...gone.flatMap(({ path }) => path ?? []))
  }
  return paths
}

async function readKept(storage: Storage, row: DocumentRow): Promise<Buffer | null> {
  const content = row.path && (await storage.read(row.path).catch(ifMissing))
  return content && sha256(content) === row.sha256 ? content : null
}

function rowOf({ actor, locale, now }: Context, source: PdfSource): typeof documents.$inferInsert {
  const { kind, companyId, recordId, version = null, data, pictures = {}, filename, isSealed = false } = source
  return {
    ...{ companyId, userId: actor.id, rights: rightsOf(actor), kind, recordId, version, locale, filename, isSealed },
    ...{ inputHash: inputHash(source, locale), template: templatePath(source.template), total: steps },
    toPrint: {
      data,
      pictures,
      maxBytes: source.maxBytes,
      record: source.record,
      look: lookOf(templatePath(source.template)),
    },
    token: isSealed ? randomBytes(16).toString('base64url') : null,
    ...momentsOf(kind, now),
  }
}

/** The moments of a document. A single-use one has a day only, and waits a day or two at most. */
function momentsOf(kind: DocumentRow['kind'], now: Date) {
  const createdAt = givenOnce.has(kind) ? startOfDay(now) : now
  const hours = givenOnce.has(kind) ? 2 * maxHours : maxHours
  return { createdAt, expiresAt: new Date(createdAt.getTime() + hours * 3600_000) }
}

async function insert(db: Database, row: typeof documents.$inferInsert): Promise<DocumentRow> {
  const [made] = await db.insert(documents).values(row).returning()
  if (!made) throw new Error('The document was not stored.')
  return made
}
