import { and, count, desc, eq, inArray, like, not, type SQL, sql } from 'drizzle-orm'
import type { PhotosPart } from '#shared/reports/data.ts'
import { files } from '../../files/table.ts'
import { forms } from '../../forms/table.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { submissionSubjects, submissions } from '../../submissions/table.ts'
import { isAnonymous, type Selection } from './selection.ts'

const maxPhotos = 24

/** The caption of the file in its answer, as the value or beside it. */
const typedCaption = sql<
  string | null
>`jsonb_path_query_first(${submissions.answers}, '$.*.*[*] ? (@.uuid == $uuid).caption',
  jsonb_build_object('uuid', ${files.uuid})) #>> '{}'`

/** The newest photos of what was counted, but for those of people without a name: each says when it was taken. */
export async function photosOf({ reader: { db }, where, report }: Selection): Promise<PhotosPart> {
  const pictures = and(
    eq(files.companyId, report.companyId),
    like(files.contentType, 'image/%'),
    where,
    not(isAnonymous as SQL),
  )
  const ofSubmission = and(eq(submissions.companyId, files.companyId), eq(submissions.id, files.submissionId))
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(files).innerJoin(submissions, ofSubmission).where(pictures),
    db
      .select({
        id: files.id,
        submissionId: submissions.id,
        formId: submissions.formId,
        questionId: files.questionId,
        path: files.path,
        previewPath: files.previewPath,
        width: files.width,
        height: files.height,
        completedAt: submissions.completedAt,
        caption: typedCaption,
      })
      .from(files)
      .innerJoin(submissions, ofSubmission)
      .where(pictures)
      .orderBy(desc(submissions.completedAt), desc(files.id))
      .limit(maxPhotos),
  ])
  const [subjects, named] = await Promise.all([
    subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, [
      ...new Set(rows.map(row => row.submissionId)),
    ]),
    rows.length > 0
      ? db
          .select({ id: forms.id, name: forms.name })
          .from(forms)
          .where(inArray(forms.id, [...new Set(rows.map(row => row.formId))]))
      : [],
  ])
  return {
    total: counted?.total ?? 0,
    photos: rows.map(row => ({
      id: row.id,
      submission_id: row.submissionId,
      question_id: row.questionId ?? '',
      path: row.path,
      preview_path: row.previewPath,
      width: row.width,
      height: row.height,
      caption: row.caption,
      form_name: named.find(({ id }) => id === row.formId)?.name ?? {},
      completed_at: row.completedAt?.toISOString() ?? '',
      subjects: subjects.get(row.submissionId)?.map(({ name }) => name) ?? [],
    })),
  }
}
