/** Builds the content that is sealed of submissions, the same way when sealing and when checking. */
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { SealKind } from '#shared/sealing/contract.ts'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { files } from '../../files/table.ts'
import { formVersions } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sha256 } from '../../lib/security/secrets.ts'
import type { SealEntry } from '../../sealing/commands.ts'
import { submissionComments, submissionSubjects, submissions, submissionVersions } from '../table.ts'

/** All of a submission's row but its receipt, which has a signature of its own and may be written later. */
type Row = Omit<typeof submissions.$inferSelect, 'receipt' | 'words'>
type Version = typeof submissionVersions.$inferSelect
type Review = typeof submissionComments.$inferSelect
type Kept = Pick<typeof files.$inferSelect, 'uuid' | 'path' | 'sha256'> & { sealed: object }

/** A submission as its rows are. */
export type Whole = {
  row: Row
  definition: FormHash
  subjects: { type: string; id: number }[]
  files: Kept[]
  versions: Version[]
  reviews: Review[]
}
export type FormHash = { number: number; sha256: string }
type FormHashes = Pick<Map<number, FormHash>, 'get' | 'has'> & { set(version: number, hash: FormHash): unknown }

/** Reads submissions of a company by id, drafts included. `hashes` caches the hashes of forms. */
export async function wholeSubmissions(
  db: Database,
  companyId: number,
  ids: number[],
  hashes: FormHashes = new Map(),
): Promise<Map<number, Whole>> {
  if (ids.length === 0) return new Map()
  const [rows, subjects, kept, versions, reviews] = await Promise.all([
    db
      .select()
      .from(submissions)
      .where(and(eq(submissions.companyId, companyId), inArray(submissions.id, ids))),
    db
      .select()
      .from(submissionSubjects)
      .where(and(eq(submissionSubjects.companyId, companyId), inArray(submissionSubjects.submissionId, ids))),
    db
      .select()
      .from(files)
      .where(and(eq(files.companyId, companyId), inArray(files.submissionId, ids)))
      .orderBy(asc(files.uuid)),
    db
      .select()
      .from(submissionVersions)
      .where(and(eq(submissionVersions.companyId, companyId), inArray(submissionVersions.submissionId, ids)))
      .orderBy(asc(submissionVersions.number)),
    db
      .select()
      .from(submissionComments)
      .where(
        and(
          eq(submissionComments.companyId, companyId),
          inArray(submissionComments.submissionId, ids),
          isNotNull(submissionComments.reviewState),
        ),
      )
      .orderBy(asc(submissionComments.id)),
  ])
  await hashForms(db, companyId, rows, hashes)
  const of = <T extends { submissionId: number | null }>(all: T[], id: number) =>
    all.filter(one => one.submissionId === id)
  return new Map(
    rows.map(row => [
      row.id,
      {
        row,
        definition: hashes.get(row.formVersionId) ?? { number: 0, sha256: '' },
        subjects: of(subjects, row.id).flatMap(pointer =>
          subjectTypes.flatMap(type => {
            const id = pointer[registry[type].column]
            return id === null ? [] : [{ type, id }]
          }),
        ),
        files: of(kept, row.id).map(keptFile),
        versions: of(versions, row.id),
        reviews: of(reviews, row.id),
      },
    ]),
  )
}

export const keptFile = ({ uuid, path, sha256, ...file }: typeof files.$inferSelect): Kept => ({
  ...{ uuid, path, sha256 },
  sealed: {
    ...{ name: file.name, question_id: file.questionId, content_type: file.contentType },
    ...{ size: file.size, sha256, sent_sha256: file.sentSha256 },
  },
})

async function hashForms(db: Database, companyId: number, rows: Row[], hashes: FormHashes): Promise<void> {
  const wanted = [...new Set(rows.map(({ formVersionId }) => formVersionId))].filter(id => !hashes.has(id))
  if (wanted.length === 0) return
  const found = await db
    .select({ id: formVersions.id, number: formVersions.number, definition: formVersions.definition })
    .from(formVersions)
    .where(and(eq(formVersions.companyId, companyId), inArray(formVersions.id, wanted)))
  for (const { id, number, definition } of found) hashes.set(id, { number, sha256: sha256(canonicalJson(definition)) })
}

/** Which version its answers are. */
export const versionOf = ({ versions }: Whole): number => versions.at(-1)?.number ?? 1

/** Returns the sealed content without the names of people and subjects, which may change. */
export function sealedContent(whole: Whole): Record<string, unknown> {
  const { row, definition, subjects, files: kept } = whole
  return {
    ...{ uuid: row.uuid, version: versionOf(whole) },
    ...{ form_id: row.formId, form_version: definition.number, form_sha256: definition.sha256 },
    ...{
      user_id: row.userId,
      public_link_id: row.publicLinkId,
      imported_by: row.importedBy,
      written_by: row.writtenBy,
    },
    ...{ contact: row.contact, task_sent_id: row.taskSentId, follows_id: row.followsId, follows_as: row.followsAs },
    ...{ started_at: row.startedAt.toISOString(), completed_at: row.completedAt?.toISOString() ?? null },
    // Of those from before it was noted nothing was sealed of it.
    ...(row.languageId !== null && { language_id: row.languageId }),
    ...{ device_time: row.deviceTime, received_at: row.receivedAt?.toISOString() ?? null },
    // Seals are made of this text, so it stays apart from `subjectKey`.
    subjects: subjects.map(({ type, id }) => `${type} ${id}`).sort(),
    ...{ answers: row.answers, score: row.score, ...resultOf(row) },
    files: Object.fromEntries(kept.map(({ uuid, sealed }) => [uuid, sealed])),
  }
}

type Result = Pick<Row, 'scorePercent' | 'band' | 'criticalFailed'>

/** What lists and reports read of a score. */
export const resultOf = ({ scorePercent, band, criticalFailed }: Result) => ({
  score_percent: scorePercent,
  band,
  critical_failed: criticalFailed,
})

export const sealedReview = ({ reviewState, text, userId, createdAt }: Review) => ({
  ...{ state: reviewState, text, user_id: userId },
  created_at: createdAt.toISOString(),
})

/** What a link of this kind seals of it. */
export function entryOf(whole: Whole, kind: SealKind, { by, at }: { by: number | null; at: Date }): SealEntry | null {
  const entry = { kind, recordType: 'submission' as const, recordId: whole.row.id }
  if (kind === 'reviewed') {
    const review = whole.reviews.at(-1)
    return review ? { ...entry, part: review.id, content: sealedReview(review) } : null
  }
  if (kind === 'completed' || kind === 'corrected')
    return { ...entry, part: versionOf(whole), content: sealedContent(whole) }
  return { ...entry, content: { uuid: whole.row.uuid, by, at: at.toISOString() } }
}

/** All that happened to it so far, for one that was not sealed when it did. */
export function entriesOf(whole: Whole, at: Date): SealEntry[] {
  const versions = whole.versions.map((version, index): SealEntry => {
    const isLast = index === whole.versions.length - 1
    const former = { ...sealedContent(whole), version: version.number, answers: version.answers, ...resultOf(version) }
    return {
      kind: version.number === 1 ? 'completed' : 'corrected',
      ...{ recordType: 'submission', recordId: whole.row.id, part: version.number },
      // Of what it was before only this is kept.
      content: isLast ? sealedContent(whole) : { ...former, score: null },
    }
  })
  const said = { by: null, at }
  return [
    ...(versions.length > 0 ? versions : [entryOf(whole, 'completed', said)]),
    whole.reviews.length > 0 ? entryOf(whole, 'reviewed', said) : null,
    whole.row.archivedAt ? entryOf(whole, 'archived', said) : null,
  ].filter(entry => entry !== null)
}
