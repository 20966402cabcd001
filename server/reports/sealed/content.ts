/** What of reports enters the chain: what they ask for, and what came of it at the moment at which they were finished. */
import { and, eq, inArray } from 'drizzle-orm'
import type { ReportData } from '#shared/reports/data.ts'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import type { ReportRow } from '../queries.ts'

/** What is asked for: as it stands in the row, and by which of its changes. */
export const sealedDefinition = (row: ReportRow) => ({
  revision: row.revision,
  definition: {
    ...{ name: row.name, description: row.description, form_ids: row.formIds, filters: row.filters },
    ...{ group_by: row.groupBy, group_question_id: row.groupQuestionId, period: row.period },
    ...{ parts: row.parts, for_everybody: row.forEverybody },
  },
})

/**
 * A finished report: its definition, its days and its numbers, with the SHA-256 of each photo that it shows. Names of people, animals and places
 * are not among it: they may change, and go. The moment is not either, so that the same numbers are the same result; the link says when.
 */
export async function sealedResult(db: Database, report: ReportRow, data: ReportData): Promise<object> {
  const { made_at: _madeAt, name: _name, comparison, prevalence, photos, ...numbers } = data
  const stored = await photosOf(
    db,
    report.companyId,
    (photos?.photos ?? []).map(({ id }) => id),
  )
  return {
    ...sealedDefinition(report),
    ...numbers,
    comparison: comparison && {
      ...comparison,
      groups: comparison.groups.map(({ name: _, subject, ...group }) => ({
        ...group,
        subject: subject && { type: subject.type, id: subject.id },
      })),
    },
    prevalence:
      prevalence?.map(({ herds, ...measure }) => ({
        ...measure,
        herds: herds.map(({ subjects, ...herd }) => ({
          ...herd,
          subjects: subjects.map(({ type, id }) => ({ type, id })),
        })),
      })) ?? null,
    photos: photos && {
      total: photos.total,
      photos: photos.photos.map(({ id, submission_id, question_id, completed_at }) => ({
        ...{ uuid: stored.find(one => one.id === id)?.uuid ?? null, submission_id, question_id, completed_at },
      })),
    },
    files: Object.fromEntries(
      stored.map(({ uuid, sha256, size, contentType }) => [uuid, { sha256, size, content_type: contentType }]),
    ),
  }
}

async function photosOf(db: Database, companyId: number, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: files.id, uuid: files.uuid, sha256: files.sha256, size: files.size, contentType: files.contentType })
    .from(files)
    .where(and(eq(files.companyId, companyId), inArray(files.id, ids)))
}
