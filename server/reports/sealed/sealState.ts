/**
 * How reports stand to what was sealed of them: what they ask for, whether they are archived, and the photos that
 * finished ones showed.
 */
import { and, desc, eq, inArray, min, ne, sql } from 'drizzle-orm'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { bundledSeal } from '../../sealing/bundleQueries.ts'
import type { SealState } from '../../sealing/ports.ts'
import { sealedOf } from '../../sealing/queries.ts'
import { type SealRow, seals } from '../../sealing/table.ts'
import type { BundledReports } from '../../submissions/ports.ts'
import { reportPdf } from '../pdf.ts'
import { accessReport, type ReportRow } from '../queries.ts'
import { reports } from '../table.ts'
import { sealedDefinition } from './seal.ts'

type Sealed = { revision?: number; definition?: object; files?: Record<string, { sha256: string }> }
/** What the links of a report come to at last, and since when there are any. */
type Ends = { isArchived: boolean; last: number; revision: number; since: Date }

export async function sealStatesOfReports(
  db: Database,
  { companyId, links }: { companyId: number; links: SealRow[] },
): Promise<Map<number, SealState>> {
  const asked = links.filter(
    ({ recordType, kind, content }) => recordType === 'report' && kind !== 'exported' && content !== null,
  )
  if (asked.length === 0) return new Map()
  const ids = [...new Set(asked.map(({ recordId }) => recordId))]
  const contents = new Map(asked.map(link => [link.position, sealedOf<Sealed>(link)]))
  const uuids = [...contents.values()].flatMap(sealed => Object.keys(sealed.files ?? {}))
  const [rows, ends, stored] = await Promise.all([
    db
      .select()
      .from(reports)
      .where(and(eq(reports.companyId, companyId), inArray(reports.id, ids))),
    endsOf(db, companyId, ids),
    uuids.length === 0
      ? []
      : db
          .select({ uuid: files.uuid, path: files.path })
          .from(files)
          .where(and(eq(files.companyId, companyId), inArray(files.uuid, [...new Set(uuids)]))),
  ])
  const paths = new Map(stored.map(({ uuid, path }) => [uuid, path]))
  return new Map(
    asked.map(link => {
      const row = rows.find(({ id }) => id === link.recordId)
      const end = ends.get(link.recordId)
      const sealed = contents.get(link.position) ?? {}
      if (!row || !end) return [link.position, { isGone: !row, fields: [], files: [] }]
      // A photo that went with its submission is told by the links of that one.
      const photos = Object.entries(sealed.files ?? {}).flatMap(([uuid, { sha256 }]) => {
        const path = paths.get(uuid)
        return path ? [{ name: `files.${uuid}`, path, sha256 }] : []
      })
      return [link.position, { fields: fieldsOf(link, row, sealed, end), files: photos }]
    }),
  )
}

function fieldsOf(link: SealRow, row: ReportRow, sealed: Sealed, end: Ends): string[] {
  const { revision, definition } = sealedDefinition(row)
  const isOther = sealed.revision === revision && canonicalJson(sealed.definition ?? {}) !== canonicalJson(definition)
  if (link.position !== end.last) return isOther ? ['definition'] : []
  // Each change since the first link has one of its own: what the last does not know was changed past tend.
  const isUnknown =
    end.revision > 0 && (revision < end.revision || (revision > end.revision && row.updatedAt > end.since))
  return [
    ...(isOther || isUnknown ? ['definition'] : []),
    ...((row.archivedAt !== null) === end.isArchived ? [] : ['archived_at']),
  ]
}

/**
 * Numbers of many are not fetched for it. Within words of people the quotation marks would have a backslash before
 * them.
 */
const sealedRevision = sql<string | null>`substring(${seals.content} from '"revision":([0-9]{1,9})')`

async function endsOf(db: Database, companyId: number, ids: number[]): Promise<Map<number, Ends>> {
  const ofReports = and(eq(seals.companyId, companyId), eq(seals.recordType, 'report'), inArray(seals.recordId, ids))
  const [rows, begun] = await Promise.all([
    db
      .select({ id: seals.recordId, kind: seals.kind, position: seals.position, revision: sealedRevision })
      .from(seals)
      .where(and(ofReports, ne(seals.kind, 'exported')))
      .orderBy(desc(seals.position)),
    db
      .select({ id: seals.recordId, since: min(seals.sealedAt) })
      .from(seals)
      .where(ofReports)
      .groupBy(seals.recordId),
  ])
  return new Map(
    [...Map.groupBy(rows, row => row.id)].map(([id, all]) => [
      id,
      {
        isArchived: all.find(({ kind }) => kind === 'archived' || kind === 'restored')?.kind === 'archived',
        last: all[0]?.position ?? 0,
        revision: Math.max(0, ...all.map(({ revision }) => Number(revision))),
        since: begun.find(one => one.id === id)?.since ?? new Date(0),
      },
    ]),
  )
}

/** What goes into the bundle of a finished report: what was sealed of it, its PDF and the photos that it shows. */
export const reportBundles: BundledReports = {
  async print(ctx, id) {
    const report = await accessReport(ctx, id, 'read')
    return { name: report.name, pdf: await reportPdf(ctx, report) }
  },

  async sealed(db, companyId, recordId, fileSha256) {
    const record = { companyId, recordType: 'report' as const, recordId }
    const { links, state } = await bundledSeal(db, record, (link, all) => {
      const printed = all.findLast(one => one.kind === 'exported' && one.fileSha256 === fileSha256)
      if (link.kind === 'exported') return link.position === printed?.position
      // What others had counted of it is theirs: their rights may show them more.
      return link.kind !== 'completed' || (link.part !== null && link.part === printed?.part)
    })
    const content = links.findLast(({ kind }) => kind === 'completed')?.content ?? '{}'
    const uuids = Object.keys(sealedOf<{ files: object }>({ content }).files ?? {})
    const stored =
      uuids.length === 0
        ? []
        : await db
            .select()
            .from(files)
            .where(and(eq(files.companyId, companyId), inArray(files.uuid, uuids)))
    return { links, state, content, stored }
  },
}
