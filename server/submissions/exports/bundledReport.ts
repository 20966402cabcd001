/** A bundle of a report: its numbers as they were sealed, its PDF, the photos that it shows and its links (`shared/sealing/bundle`). */

import type { BundledRecord } from '#shared/sealing/bundle/manifest.ts'
import { recordFiles } from '#shared/sealing/bundle/manifest.ts'
import { findCompany } from '../../companies/queries.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { sha256 } from '../../lib/security/sha256.ts'
import { type BundleFile, bundleZip, json, type RecordFiles } from '../../sealing/bundles/queries.ts'
import { type BundleReader, type MadeBundle, makingOf } from './bundle.ts'
import { pathsOf } from './folders.ts'
import { fileNameOf } from './names.ts'
import { reading } from './plan.ts'
import { printedFor } from './printed.ts'
import { bundledReports, type SealedReport } from './questions.ts'

const names = recordFiles.report

/** The report is finished by it: its PDF is made, unless the same was before. Throws `not_found` for one that the reader may not read. */
export async function bundleOfReport(
  reader: BundleReader,
  id: number,
  progress: (records: number) => Promise<void>,
): Promise<MadeBundle> {
  const { companyId, now } = reader
  const reports = await reading(reader, db => bundledReports.queryOne(db, null))
  let name = ''
  const pdf =
    (await printedFor(reader, async ctx => {
      const printed = await reports.print(ctx, id)
      name = printed.name
      return printed.pdf
    })) ?? new Uint8Array()
  const { one, company } = await reading(reader, async db => ({
    one: await reports.sealed(db, companyId, id, sha256(pdf)),
    company: await findCompany(db, companyId),
  }))
  const folder = `reports/${now.toISOString().slice(0, 10)} ${id}`
  const kept: Record<string, string> = {}
  const record: BundledRecord = { record_type: 'report', record_id: id, folder, state: one.state, files: kept }
  async function* records(): AsyncGenerator<RecordFiles> {
    const positions = one.links.map(({ position }) => position)
    yield { record, files: filesOf(reader, folder, one, { pdf, kept }), positions }
    await progress(1)
  }
  return {
    content: bundleZip(makingOf(reader, company?.name ?? ''), records()),
    filename: fileNameOf(name, { now, zone: company?.timeZone ?? 'UTC' }, 'zip'),
    steps: 1,
  }
}

async function* filesOf(
  { services }: BundleReader,
  folder: string,
  { links, content, stored }: SealedReport,
  { pdf, kept }: { pdf: Uint8Array; kept: Record<string, string> },
): AsyncGenerator<BundleFile> {
  yield { path: `${folder}/${names.content}`, content: Buffer.from(content) }
  yield { path: `${folder}/${names.document}`, content: pdf }
  yield { path: `${folder}/${names.seal}`, content: json({ links }) }
  const paths = pathsOf(`${folder}/photos`, stored)
  for (const { uuid, path, createdAt } of stored) {
    // One that cannot be read is missing in the bundle too, where that is told: its hash was sealed.
    const bytes = await services.storage.read(path).catch(ifMissing)
    if (!bytes) continue
    const to = paths[uuid] ?? `${folder}/photos/${uuid}`
    kept[uuid] = to
    yield { path: to, content: bytes, at: createdAt }
  }
}
