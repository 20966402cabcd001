/**
 * Reports in the chain of their company: they enter it when they are finished, which is when their PDF is made; what
 * becomes of them follows.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { ReportData } from '#shared/reports/data.ts'
import type { SealKind } from '#shared/sealing/contract.ts'
import { files } from '../../files/table.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sealLater } from '../../sealing/commands.ts'
import type { RecordRef } from '../../sealing/ports.ts'
import { seals } from '../../sealing/table.ts'
import type { ReportRow } from '../queries.ts'
import { reports } from '../table.ts'

/** The report's name, for the holder of a document of it. */
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

/**
 * That it was changed, archived or restored, with what it asks for then, at the commit; nothing for one of which
 * nothing was sealed.
 */
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

// What of reports enters the chain: what they ask for, and what came of it at the moment at which they were finished.

/** The definition of a report as stored in its row, and the change that made it. */
export const sealedDefinition = (row: ReportRow) => ({
  revision: row.revision,
  definition: {
    ...{ name: row.name, description: row.description, form_ids: row.formIds, filters: row.filters },
    ...{ group_by: row.groupBy, group_question_id: row.groupQuestionId, period: row.period },
    ...{ parts: row.parts, for_everybody: row.forEverybody },
  },
})

/**
 * A finished report: its definition, its days and its numbers, with the SHA-256 of each photo that it shows. Names of
 * people, animals and places are not among it: they may change, and go. The moment is not either, so that the same
 * numbers are the same result; the link says when.
 */
export async function sealedResult(db: Database, report: ReportRow, data: ReportData): Promise<object> {
  const { made_at: _madeAt, name: _name, comparison, prevalence, photos, site, ...numbers } = data
  const stored = await photosOf(
    db,
    report.companyId,
    (photos?.photos ?? []).map(({ id }) => id),
  )
  return {
    ...sealedDefinition(report),
    ...numbers,
    ...(site && { site: site.map(({ id }) => id) }),
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
