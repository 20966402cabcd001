/** What happens to a submission enters the chain of its company. */
import { and, eq } from 'drizzle-orm'
import type { Definition } from '#shared/forms/definition.ts'
import { filesOf } from '#shared/forms/files.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { SealKind } from '#shared/sealing/kinds.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { filesOfSubmission } from '../../files/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sha256 } from '../../lib/security/sha256.ts'
import { type SealEntry, sealLater } from '../../sealing/commands.ts'
import type { RecordRef } from '../../sealing/questions.ts'
import { seals } from '../../sealing/table.ts'
import { type FormHash, keptFile, type Whole, wholeSubmissions } from './content.ts'
import { entriesOf, entryOf } from './entries.ts'

type Sealed = { id: number; companyId: number }
type Completed = Whole['row'] & { version: number; definition: Definition; subjects: SubjectRef[] }

/** A published version never changes, so its hash is worked out once in this process. */
const hashes = new Map<number, FormHash>()
const maxHashes = 500

/** One that has just been completed, as it was read after that: there is nothing else of it yet. */
export function sealCompleted(ctx: Context, row: Completed): void {
  sealLater(ctx, row.companyId, async () => {
    const { formVersionId, version, definition, subjects } = row
    const hash = hashes.get(formVersionId) ?? { number: version, sha256: sha256(canonicalJson(definition)) }
    if (hashes.size > maxHashes) hashes.clear()
    hashes.set(formVersionId, hash)
    const files = filesOf(row.answers).length > 0 ? (await filesOfSubmission(ctx.db, row)).map(keptFile) : []
    const whole = { row, definition: hash, subjects, files, versions: [], reviews: [] }
    const entry = entryOf(whole, 'completed', { by: ctx.actor.id || null, at: ctx.now })
    return entry ? [entry] : []
  })
}

/** With the commit of this request, as the submission is then. One that is from before there were chains is sealed whole. */
export function sealSubmission(ctx: Context, { id, companyId }: Sealed, kind: SealKind): void {
  sealLater(ctx, companyId, async () => {
    if (hashes.size > maxHashes) hashes.clear()
    const [whole, isKnown] = await Promise.all([
      wholeSubmissions(ctx.db, companyId, [id], hashes).then(found => found.get(id)),
      isSealed(ctx.db, { id, companyId }),
    ])
    if (!whole) return []
    const entry = entryOf(whole, kind, { by: ctx.actor.id || null, at: ctx.now })
    if (isKnown) return entry ? [entry] : []
    const earlier = entriesOf(whole, ctx.now)
    return kind === 'restored' && entry ? [...earlier, entry] : earlier
  })
}

/** All that happened to one that is from before there were chains, and of which something is about to enter them. */
export async function earlierOfSubmission(
  db: Database,
  { companyId, recordType, recordId, now }: RecordRef & { now: Date },
): Promise<SealEntry[]> {
  if (recordType !== 'submission' || (await isSealed(db, { id: recordId, companyId }))) return []
  const whole = (await wholeSubmissions(db, companyId, [recordId])).get(recordId)
  return whole ? entriesOf(whole, now) : []
}

async function isSealed(db: Database, { id, companyId }: Sealed): Promise<boolean> {
  const found = await db
    .select({ id: seals.id })
    .from(seals)
    .where(and(eq(seals.companyId, companyId), eq(seals.recordType, 'submission'), eq(seals.recordId, id)))
    .limit(1)
  return found.length > 0
}
