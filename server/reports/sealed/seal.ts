/** Reports in the chain of their company: they enter it when they are finished, which is when their PDF is made; what becomes of them follows. */
import { and, eq } from 'drizzle-orm'
import type { SealKind } from '#shared/sealing/kinds.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sealLater } from '../../sealing/commands.ts'
import type { RecordRef } from '../../sealing/questions.ts'
import { seals } from '../../sealing/table.ts'
import { reports } from '../table.ts'
import { sealedDefinition } from './content.ts'

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

/** That it was changed, archived or restored, with what it asks for then, at the commit; nothing for one of which nothing was sealed. */
export function sealReport(ctx: Context, { id, companyId }: { id: number; companyId: number }, kind: SealKind): void {
  sealLater(ctx, companyId, async () => {
    const [found, [row]] = await Promise.all([
      ctx.db
        .select({ id: seals.id })
        .from(seals)
        .where(and(eq(seals.companyId, companyId), eq(seals.recordType, 'report'), eq(seals.recordId, id)))
        .limit(1),
      ctx.db
        .select()
        .from(reports)
        .where(and(eq(reports.companyId, companyId), eq(reports.id, id))),
    ])
    if (found.length === 0 || !row) return []
    const content = { by: ctx.actor.id, at: ctx.now.toISOString(), ...sealedDefinition(row) }
    return [{ kind, recordType: 'report', recordId: id, content }]
  })
}
