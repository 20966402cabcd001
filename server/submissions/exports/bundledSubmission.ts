import { and, eq } from 'drizzle-orm'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { type BundledRecord, recordFiles } from '#shared/sealing/bundle/manifest.ts'
import { files } from '../../files/table.ts'
import { formVersions } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { type BundleFile, bundledSeal, json, type RecordFiles } from '../../sealing/bundles/queries.ts'
import { submissionPdf } from '../document/pdf.ts'
import { accessSubmission } from '../queries.ts'
import { sealedContent, wholeSubmissions } from '../sealed/content.ts'
import type { BundleReader } from './bundle.ts'
import { folderOf, pathsOf } from './folders.ts'
import { reading } from './plan.ts'
import { notFound, printedFor } from './printed.ts'

const names = recordFiles.submission

type Found = NonNullable<Awaited<ReturnType<typeof found>>>

/** A submission with its files, read one after the other; undefined where it is gone meanwhile. */
export async function bundledSubmission(reader: BundleReader, id: number): Promise<RecordFiles | undefined> {
  // The PDF first: that it was made may be a link of its own.
  const pdf = await pdfOf(reader, id)
  const one = await reading(reader, db => found(db, reader.companyId, id))
  if (!one || !pdf) return undefined
  const kept: Record<string, string> = {}
  const record: BundledRecord = {
    ...{ record_type: 'submission', record_id: id, folder: one.folder, state: one.state },
    files: kept,
  }
  const positions = one.links.map(({ position }) => position)
  return { record, files: filesOf(reader, one, { pdf, kept }), positions }
}

async function* filesOf(
  { services }: BundleReader,
  { folder, links, content, definition, stored }: Found,
  { pdf, kept }: { pdf: Uint8Array; kept: Record<string, string> },
): AsyncGenerator<BundleFile> {
  yield { path: `${folder}/${names.content}`, content: Buffer.from(content) }
  yield { path: `${folder}/${names.form}`, content: json(definition) }
  yield { path: `${folder}/${names.document}`, content: pdf }
  yield { path: `${folder}/${names.seal}`, content: json({ links }) }
  const paths = pathsOf(`${folder}/files`, stored)
  for (const { uuid, path, createdAt } of stored) {
    // One that cannot be read is missing in the bundle too, where that is told: its hash was sealed.
    const bytes = await services.storage.read(path).catch(ifMissing)
    if (!bytes) continue
    const to = paths[uuid] ?? `${folder}/files/${uuid}`
    kept[uuid] = to
    yield { path: to, content: bytes, at: createdAt }
  }
}

async function found(db: Database, companyId: number, id: number) {
  const whole = (await wholeSubmissions(db, companyId, [id])).get(id)
  if (!whole) return undefined
  const record = { companyId, recordType: 'submission' as const, recordId: id }
  const [{ links, state }, [version], stored] = await Promise.all([
    bundledSeal(db, record),
    db
      .select({ definition: formVersions.definition })
      .from(formVersions)
      .where(eq(formVersions.id, whole.row.formVersionId)),
    db
      .select()
      .from(files)
      .where(and(eq(files.companyId, companyId), eq(files.submissionId, id))),
  ])
  const last = links.findLast(({ kind, content }) => (kind === 'completed' || kind === 'corrected') && content !== null)
  const { startedAt, completedAt } = whole.row
  const times = { started_at: startedAt.toISOString(), completed_at: completedAt?.toISOString() ?? null }
  return {
    folder: folderOf({ id, ...times }).replace(/^files\//, 'submissions/'),
    state,
    content: last?.content ?? canonicalJson(sealedContent(whole)),
    definition: version?.definition ?? null,
    ...{ links, stored },
  }
}

/** In the language of whoever asked; undefined where they may not read it any more. */
const pdfOf = (reader: BundleReader, id: number): Promise<Uint8Array | undefined> =>
  printedFor(reader, async ctx => {
    const one = await accessSubmission(ctx, id, 'read').catch(notFound)
    return one && submissionPdf(ctx, one)
  })
