/** Makes PDFs, of each company one after the other; a node that stops in the middle of one leaves it for another. */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Services } from '../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import { maxDeleted, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { PdfRenderError } from '../lib/pdf/render.ts'
import { type Door, FromFormerRelease, makeDocument, TakenOver } from './pdfJob.ts'
import { type DocumentRow, documents } from './table.ts'

const maxTries = 3

export const makeDocuments: Job<{ id: number }> = {
  name: 'documents.make',
  turns: { atOnce: 4, ofOne: 1 },
  work: async ({ id }, { db, services }) => {
    const [row] = await db
      .update(documents)
      .set({ state: 'working', workedBy: randomUUID(), tries: sql`${documents.tries} + 1`, done: 0 })
      .where(and(eq(documents.id, id), inArray(documents.state, ['waiting', 'working'])))
      .returning()
    return row && (() => make(services, row))
  },
}

async function make(services: Services, row: DocumentRow): Promise<void> {
  const door: Door = work => withDatabase(services.pools.jobs, noTenant, true, work as (db: Database) => Promise<never>)
  const change = (set: Partial<DocumentRow>) =>
    door(async db => {
      await db
        .update(documents)
        .set(set)
        .where(
          and(eq(documents.id, row.id), eq(documents.workedBy, row.workedBy ?? ''), eq(documents.state, 'working')),
        )
    })
  try {
    await makeDocument(services, door, row, done => change({ done }))
  } catch (error) {
    if (error instanceof TakenOver) return
    const isHopeless =
      error instanceof FromFormerRelease ||
      (error instanceof PdfRenderError && (error.reason === 'failed' || error.reason === 'too_slow'))
    if (!isHopeless && row.tries < maxTries) throw error
    services.log.warn({ err: error, document: row.id }, 'A document failed')
    await change({ state: 'failed', toPrint: null, finishedAt: new Date() })
  }
}

/** Forgets documents whose time is over, with their files. What the chain says of them stays. */
export const forgetDocuments: Job<object> = {
  name: 'documents.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = db
      .select({ id: documents.id })
      .from(documents)
      .where(lt(documents.expiresAt, sql`now()`))
      .limit(maxDeleted)
    const gone = await db.delete(documents).where(inArray(documents.id, due)).returning({ path: documents.path })
    await requeueIf(db, services, 'documents.forget', gone.length === maxDeleted)
    return async () => {
      for (const { path } of gone) if (path) await services.storage.remove(path)
    }
  },
}
