/** Seals the events of submissions in the chain of their company, and compares submissions with their seals. */

import { and, desc, eq, inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { filesOf } from '#shared/forms/answers/content.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { SealKind } from '#shared/sealing/contract.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { filesOfSubmission } from '../../files/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sha256 } from '../../lib/security/secrets.ts'
import { type SealEntry, sealLater } from '../../sealing/commands.ts'
import type { RecordRef, SealState } from '../../sealing/ports.ts'
import { sealedOf } from '../../sealing/queries.ts'
import { type SealRow, seals } from '../../sealing/table.ts'
import {
  entriesOf,
  entryOf,
  type FormHash,
  keptFile,
  resultOf,
  sealedContent,
  sealedReview,
  versionOf,
  type Whole,
  wholeSubmissions,
} from './content.ts'

type Sealed = { id: number; companyId: number }
type Completed = Whole['row'] & { version: number; definition: Definition; subjects: SubjectRef[] }

/** Hashes of published versions, which never change. */
const hashes = new LRUCache<number, FormHash>({ max: 500 })

/** One that has just been completed, as it was read after that: there is nothing else of it yet. */
export function sealCompleted(ctx: Context, row: Completed): void {
  sealLater(ctx, row.companyId, async () => {
    const { formVersionId, version, definition, subjects } = row
    const hash = hashes.get(formVersionId) ?? { number: version, sha256: sha256(canonicalJson(definition)) }
    hashes.set(formVersionId, hash)
    const files = filesOf(row.answers).length > 0 ? (await filesOfSubmission(ctx.db, row)).map(keptFile) : []
    const whole = { row, definition: hash, subjects, files, versions: [], reviews: [] }
    const entry = entryOf(whole, 'completed', { by: ctx.actor.id || null, at: ctx.now })
    return entry ? [entry] : []
  })
}

/** Seals a submission with the commit, as it is then. One from before sealing is sealed whole. */
export function sealSubmission(ctx: Context, { id, companyId }: Sealed, kind: SealKind): void {
  sealLater(ctx, companyId, async () => {
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

type Asked = { companyId: number; links: SealRow[] }
/** The final state by the links: archived or not, and the result of the review. */
type Ends = { isArchived: boolean; review: { position: number; content: string | null } | null; version: number }

export async function sealStatesOfSubmissions(
  db: Database,
  { companyId, links }: Asked,
): Promise<Map<number, SealState>> {
  const asked = links.filter(
    ({ recordType, kind, content }) => recordType === 'submission' && kind !== 'exported' && content !== null,
  )
  const ids = [...new Set(asked.map(({ recordId }) => recordId))]
  const [found, ends] = await Promise.all([wholeSubmissions(db, companyId, ids), endsOf(db, companyId, ids)])
  return new Map(
    asked.map(link => {
      const whole = found.get(link.recordId)
      return [
        link.position,
        whole ? sealStateOf(link, whole, ends.get(link.recordId)) : { isGone: true, fields: [], files: [] },
      ]
    }),
  )
}

/** The last word of the chain about each. */
async function endsOf(db: Database, companyId: number, ids: number[]): Promise<Map<number, Ends>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: seals.recordId, kind: seals.kind, position: seals.position, content: seals.content })
    .from(seals)
    .where(
      and(
        eq(seals.companyId, companyId),
        eq(seals.recordType, 'submission'),
        inArray(seals.recordId, ids),
        inArray(seals.kind, ['completed', 'corrected', 'archived', 'restored', 'reviewed']),
      ),
    )
    .orderBy(desc(seals.position))
  const ends = new Map<number, Ends>()
  for (const [id, all] of Map.groupBy(rows, row => row.id)) {
    const isVersion = ({ kind }: { kind: string }) => kind === 'completed' || kind === 'corrected'
    const [last, review] = [all.find(isVersion), all.find(({ kind }) => kind === 'reviewed')]
    ends.set(id, {
      isArchived: all.find(({ kind }) => kind === 'archived' || kind === 'restored')?.kind === 'archived',
      review: review && review.position > (last?.position ?? 0) ? review : null,
      version: all.filter(isVersion).length,
    })
  }
  return ends
}

function sealStateOf(link: SealRow, whole: Whole, ends: Ends | undefined): SealState {
  const sealed = sealedOf<Record<string, unknown>>(link)
  if (link.kind === 'reviewed') return { fields: ofReview(link, sealed, whole), files: [] }
  if (link.kind !== 'completed' && link.kind !== 'corrected') return { fields: [], files: [] }
  const version = Number(sealed.version)
  if (version !== versionOf(whole)) return { fields: ofFormer(sealed, version, whole), files: [] }
  const now = sealedContent(whole)
  const fields = canonicalJson(now) === link.content ? [] : differences(sealed, now)
  const files = whole.files.map(({ uuid, path, sha256 }) => ({ name: `files.${uuid}`, path, sha256 }))
  return { fields: [...fields, ...ofState(whole, ends)], files }
}

/** An earlier version, which a correction has taken the place of. */
function ofFormer(sealed: Record<string, unknown>, number: number, { versions }: Whole): string[] {
  const version = versions.find(one => one.number === number)
  if (!version) return [`versions.${number}`]
  const now = { answers: version.answers, ...resultOf(version) }
  return differences(Object.fromEntries(Object.keys(now).map(name => [name, sealed[name]])), now).map(
    name => `versions.${number}.${name}`,
  )
}

function ofReview({ part }: SealRow, sealed: Record<string, unknown>, { reviews }: Whole): string[] {
  const review = reviews.find(({ id }) => id === part)
  return review ? differences(sealed, sealedReview(review)).map(name => `reviews.${name}`) : ['reviews']
}

/** Compares the row with the final state of its links. */
function ofState({ row }: Whole, ends: Ends | undefined): string[] {
  const isArchived = row.archivedAt !== null
  const said = ends?.review?.content ? sealedOf<{ state: string }>(ends.review).state : 'received'
  const isReviewed = row.reviewState === null || row.reviewState === 'received' || row.reviewState === said
  return [
    ...(isArchived === (ends?.isArchived ?? false) ? [] : ['archived_at']),
    ...(isReviewed ? [] : ['review_state']),
  ]
}

/** Names the differences: each answer and file, and everything else as a whole. */
function differences(sealed: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const isSame = (one: unknown, other: unknown) => canonicalJson(one ?? null) === canonicalJson(other ?? null)
  return namesOf(sealed, now)
    .filter(name => !isSame(sealed[name], now[name]))
    .flatMap(name => {
      if (name !== 'answers' && name !== 'files') return [name]
      const [before, after] = [sealed[name], now[name]] as Record<string, unknown>[]
      return namesOf(before ?? {}, after ?? {})
        .filter(key => !isSame(before?.[key], after?.[key]))
        .map(key => `${name}.${key}`)
    })
}

const namesOf = (one: object, other: object) => [...new Set([...Object.keys(one), ...Object.keys(other)])]
