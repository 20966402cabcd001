/** A bundle of a finished report: what was sealed of it, its PDF, the photos that it shows and its links (`shared/sealing/bundle`). */
import { and, eq, inArray } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { type BundledRecord, recordFiles } from '#shared/sealing/bundle/manifest.ts'
import { findCompany } from '../../companies/queries.ts'
import { files } from '../../files/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { sha256 } from '../../lib/security/sha256.ts'
import { type BundleFile, bundledSeal, bundleZip, json, type RecordFiles } from '../../sealing/bundles/queries.ts'
import { sealedOf } from '../../sealing/chain.ts'
import { linksOf } from '../../sealing/links.ts'
import { type BundleReader, type MadeBundle, makingOf } from '../../submissions/exports/bundle.ts'
import { pathsOf } from '../../submissions/exports/folders.ts'
import { fileNameOf } from '../../submissions/exports/names.ts'
import { reading } from '../../submissions/exports/plan.ts'
import { notFound, printedFor } from '../../submissions/exports/printed.ts'
import type { AskedReport } from '../../submissions/exports/questions.ts'
import { reportPdf } from '../pdf.ts'
import { accessReport, type ReportRow } from '../queries.ts'

const names = recordFiles.report

/** The report is finished by it: its PDF is made, unless the same was before. Throws `not_found` for one that the reader may not read. */
export async function bundleOfReport({ reader, reportId, progress }: AskedReport): Promise<MadeBundle> {
  let report: ReportRow | undefined
  const pdf = await printedFor(reader, async ctx => {
    report = await accessReport(ctx, reportId, 'read').catch(notFound)
    return report && reportPdf(ctx, report)
  })
  if (!pdf || !report) throw new Problem('not_found')
  const { name } = report
  const one = await reading(reader, db => found(db, reader, reportId, sha256(pdf)))
  const kept: Record<string, string> = {}
  const record: BundledRecord = {
    ...{ record_type: 'report', record_id: reportId, folder: one.folder, state: one.state },
    files: kept,
  }
  async function* records(): AsyncGenerator<RecordFiles> {
    const positions = one.links.map(({ position }) => position)
    yield { record, files: filesOf(reader, one, pdf ?? new Uint8Array(), kept), positions }
    await progress(1)
  }
  return {
    content: bundleZip(makingOf(reader, one.company), records()),
    filename: fileNameOf(name, { now: reader.now, zone: one.zone }, 'zip'),
    steps: 1,
  }
}

type Found = Awaited<ReturnType<typeof found>>

async function found(db: Database, { companyId, now }: BundleReader, recordId: number, fileSha256: string) {
  const record = { companyId, recordType: 'report' as const, recordId }
  const [company, all] = await Promise.all([findCompany(db, companyId), linksOf(db, record)])
  const printed = all.findLast(link => link.kind === 'exported' && link.fileSha256 === fileSha256)
  // What others had counted and printed of it is theirs: their rights may show them more.
  const { links, state } = await bundledSeal(db, record, link =>
    link.kind === 'exported'
      ? link.position === printed?.position
      : link.kind !== 'completed' || (link.part !== null && link.part === printed?.part),
  )
  const content = links.findLast(({ kind }) => kind === 'completed')?.content ?? null
  const uuids = Object.keys(sealedOf<{ files: object }>({ content }).files ?? {})
  const stored =
    uuids.length === 0
      ? []
      : await db
          .select()
          .from(files)
          .where(and(eq(files.companyId, companyId), inArray(files.uuid, uuids)))
  return {
    folder: `reports/${now.toISOString().slice(0, 10)} ${recordId}`,
    ...{ links, state, stored, content: content ?? '{}' },
    ...{ company: company?.name ?? '', zone: company?.timeZone ?? 'UTC' },
  }
}

async function* filesOf(
  { services }: BundleReader,
  { folder, links, content, stored }: Found,
  pdf: Uint8Array,
  kept: Record<string, string>,
): AsyncGenerator<BundleFile> {
  yield { path: `${folder}/${names.content}`, content: Buffer.from(content) }
  yield { path: `${folder}/${names.document}`, content: pdf }
  yield { path: `${folder}/${names.seal}`, content: json({ links }) }
  const paths = pathsOf(`${folder}/photos`, stored)
  for (const { uuid, path, createdAt } of stored) {
    // One that cannot be read is missing in the bundle too, where that is told: its hash was sealed.
    const bytes = await services.storage.read(path).catch(() => null)
    if (!bytes) continue
    const to = paths[uuid] ?? `${folder}/photos/${uuid}`
    kept[uuid] = to
    yield { path: to, content: bytes, at: createdAt }
  }
}
