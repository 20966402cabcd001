/** The submissions of an export, a few at a time, each batch read by itself: no connection is held while somebody's line is slow. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { files } from '../../files/table.ts'
import { forms, formVersions } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { peopleOf } from '../queries.ts'
import { submissionSubjects, submissions } from '../table.ts'
import { folderOf, pathsOf } from './folders.ts'
import { type Plan, reading, type Sheet } from './plan.ts'
import type { Batch } from './rowsThread.ts'
import { tableLabelsOf } from './tableLabels.ts'

const most = { rows: 100, bytes: 256 * 1024 }
/** The first is small, so that something is sent at once. */
const first = 50

type Found = { id: number; userId: number | null }

/** Rows that came before are not read again, and none that came in meanwhile is. */
export async function* idsOf(plan: Pick<Plan, 'reader' | 'where'>, formId: number | null): AsyncGenerator<Found[]> {
  let last: number | undefined
  for (let limit = first; ; limit = most.rows) {
    const before = last
    const rows = await reading(plan.reader, db =>
      db
        .select({
          id: submissions.id,
          userId: submissions.userId,
          bytes: sql<number>`pg_column_size(${submissions.answers})`,
        })
        .from(submissions)
        .where(
          and(
            plan.where,
            formId === null ? undefined : eq(submissions.formId, formId),
            before === undefined ? undefined : lt(submissions.id, before),
          ),
        )
        .orderBy(desc(submissions.id))
        .limit(limit),
    )
    let bytes = 0
    const taken = rows.filter(row => {
      bytes += row.bytes
      return bytes <= most.bytes || row === rows[0]
    })
    if (taken.length > 0) yield taken
    if (rows.length < limit && taken.length === rows.length) return
    last = taken.at(-1)?.id
  }
}

/** The rows of a sheet; `withFiles` says where their files lie in the ZIP. */
export async function* batchesOf(plan: Plan, sheet: Sheet, withFiles: boolean): AsyncGenerator<Batch> {
  for await (const found of idsOf(plan, sheet.formId))
    yield await reading(plan.reader, db => batchOf(db, found, { plan, sheet, withFiles }))
}

type Of = { plan: Plan; sheet: Sheet; withFiles: boolean }

async function batchOf(db: Database, found: Found[], { plan, sheet, withFiles }: Of): Promise<Batch> {
  const { companyId, locale } = plan.reader
  const { versions } = sheet
  const ids = found.map(({ id }) => id)
  const { id, uuid, formId, formVersionId, status, userId, writtenBy, contact, startedAt, completedAt } = submissions
  const { receivedAt, scorePercent, band, criticalFailed, reviewState, updatedAt, answers } = submissions
  const rows = db
    .select({
      ...{ id, uuid, formId, formVersionId, status, userId, writtenBy, contact, startedAt, completedAt },
      ...{ receivedAt, scorePercent, band, criticalFailed, reviewState, updatedAt, answers },
      ...{ number: formVersions.number, name: forms.name },
    })
    .from(submissions)
    .innerJoin(formVersions, eq(formVersions.id, submissions.formVersionId))
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .where(inArray(submissions.id, ids))
    .as('found')
  const [[written], subjects, people, stored, labels] = await Promise.all([
    // As one text, which passes through the server's memory as it is and is read in the thread.
    db.select({ rows: sql<string>`coalesce(json_agg(to_json(found) order by found.id desc), '[]')::text` }).from(rows),
    subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, ids),
    peopleOf(db, [...new Set(found.flatMap(each => each.userId ?? []))]),
    withFiles ? storedOf(db, ids) : [],
    sheet.values === 'labels' ? tableLabelsOf(db, { companyId, ids, versions, locale }) : {},
  ])
  return {
    count: ids.length,
    rows: written?.rows ?? '[]',
    ...{ subjects, people, labels },
    files: stored.map(({ submissionId, uuid: of, questionId, name }) => ({
      submissionId: submissionId ?? 0,
      uuid: of,
      questionId,
      name,
    })),
  }
}

const storedOf = (db: Database, ids: number[]) => db.select().from(files).where(inArray(files.submissionId, ids))

/** The files of an export, in the order of their submissions, with the place of each in the ZIP. */
export async function* filesOf(
  plan: Plan,
): AsyncGenerator<{ rows: number; files: { path: string; name: string; at: Date }[] }> {
  for await (const batch of idsOf(plan, null)) {
    const ids = batch.map(each => each.id)
    const found = await reading(plan.reader, async db => {
      const { id } = submissions
      const [rows, stored] = await Promise.all([
        db
          .select({ id, completedAt: submissions.completedAt, startedAt: submissions.startedAt })
          .from(submissions)
          .where(inArray(id, ids))
          .orderBy(desc(id)),
        storedOf(db, ids),
      ])
      return rows.flatMap(row => {
        const own = stored.filter(({ submissionId }) => submissionId === row.id)
        const paths = pathsOf(folderOf(wire(row)), own)
        return own.map(file => ({ path: file.path, name: paths[file.uuid] ?? file.uuid, at: file.createdAt }))
      })
    })
    yield { rows: ids.length, files: found }
  }
}
