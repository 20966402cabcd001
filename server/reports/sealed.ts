/** Reports in the chain of their company: their PDFs enter it as they are made, and what becomes of the reports follows. */
import { and, eq } from 'drizzle-orm'
import type { SealKind } from '#shared/sealing/kinds.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { sealLater } from '../sealing/commands.ts'
import type { RecordRef } from '../sealing/questions.ts'
import { seals } from '../sealing/table.ts'
import { reports } from './table.ts'

/** Its name, for whoever holds a document of it. */
export async function nameOfReport(
  db: Database,
  { companyId, recordType, recordId }: RecordRef,
): Promise<string | null> {
  if (recordType !== 'report') return null
  const [row] = await db
    .select({ name: reports.name })
    .from(reports)
    .where(and(eq(reports.companyId, companyId), eq(reports.id, recordId)))
  return row?.name ?? null
}

/** That it was archived or restored, with the commit; nothing for one of which nothing was sealed. */
export function sealReport(ctx: Context, { id, companyId }: { id: number; companyId: number }, kind: SealKind): void {
  sealLater(ctx, companyId, async () => {
    const found = await ctx.db
      .select({ id: seals.id })
      .from(seals)
      .where(and(eq(seals.companyId, companyId), eq(seals.recordType, 'report'), eq(seals.recordId, id)))
      .limit(1)
    if (found.length === 0) return []
    return [{ kind, recordType: 'report', recordId: id, content: { by: ctx.actor.id, at: ctx.now.toISOString() } }]
  })
}
