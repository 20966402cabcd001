/**
 * Builds a bundle of completed submissions: sealed content, files, PDF and links of each (`shared/sealing/bundle`).
 */
import { and, count, countDistinct, desc, eq, inArray, min, sql } from 'drizzle-orm'
import type { ExportFilters } from '#shared/exports/contract.ts'
import { maxInBundle } from '#shared/exports/rules.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { camel } from '#shared/lib/casing.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { distinct } from '#shared/lib/distinct.ts'
import { defaultLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type BundledRecord, recordFiles } from '#shared/sealing/bundle/files.ts'
import { findCompany, readingAtSite, zoneOf, zoneOfCompany } from '../../companies/queries.ts'
import { pdfSourceOf } from '../../documents/ports.ts'
import { files } from '../../files/table.ts'
import { forms, formVersions } from '../../forms/table.ts'
import { Preparation } from '../../lib/concurrency/preparation.ts'
import { type Context, companyOf, type Services, whereRefused } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { shortReads } from '../../lib/db/pools.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { contextFor } from '../../lib/jobs/inCompany.ts'
import { hasMissingCharacters } from '../../lib/pdf/printable.ts'
import { sha256 } from '../../lib/security/secrets.ts'
import { namedAtSite } from '../../locations/queries.ts'
import { type BundleFile, bundledSeal, bundleZip, json, type RecordFiles } from '../../sealing/bundleQueries.ts'
import { submissionPdf } from '../document/pdf.ts'
import { filterCondition, selectListed } from '../listQueries.ts'
import { bundledReports, type SealedReport } from '../ports.ts'
import { accessSubmission } from '../queries.ts'
import { sealedContent, wholeSubmissions } from '../sealed/content.ts'
import { submissions } from '../table.ts'
import { folderOf, pathsOf, type UsedVersion } from './columns.ts'
import { idsOf, tableLabelsOf } from './content.ts'
import { fileNameOf, type Reader, reading } from './plan.ts'

const sumOfSizes = sql<number>`coalesce(sum(${files.size}), 0)::float8`

export type BundleReader = Reader & { services: Services }
type MadeBundle = { content: AsyncIterable<Uint8Array>; filename: string; steps: number }

/** Throws `too_large` for more than a bundle holds, and `not_found` where there is nothing that could be in it. */
export async function bundleOf(
  reader: BundleReader,
  filters: ExportFilters,
  progress: (rows: number) => Promise<void>,
): Promise<MadeBundle> {
  const { ability, actor, companyId, locale, now, services } = reader
  const { where, company, rows, bytes, title } = await reading(reader, async db => {
    const asked = camel({ ...filters, company_id: companyId, status: 'complete' as const })
    const among = await filterCondition({ db, ability, actor }, asked)
    const [[counted], [stored], found] = await Promise.all([
      db
        .select({ rows: count(), forms: countDistinct(submissions.formId), first: min(submissions.formId) })
        .from(submissions)
        .where(among),
      db
        .select({ bytes: sumOfSizes })
        .from(files)
        .innerJoin(submissions, and(eq(submissions.id, files.submissionId), eq(submissions.companyId, files.companyId)))
        .where(among),
      findCompany(db, companyId),
    ])
    const [form] =
      counted?.forms === 1
        ? await db
            .select()
            .from(forms)
            .where(eq(forms.id, counted.first ?? 0))
        : []
    const title = form ? textIn(form.name, locale, defaultLocale).text : services.texts(locale)('submissions.title')
    return {
      ...{ where: among, company: found, rows: counted?.rows ?? 0, bytes: stored?.bytes ?? 0 },
      title: await namedAtSite({ ...reader, db }, title),
    }
  })
  if (rows === 0) throw new Problem('not_found')
  if (rows > maxInBundle.submissions || bytes > maxInBundle.bytes) throw new Problem('too_large')

  async function* records(): AsyncGenerator<RecordFiles> {
    for await (const batch of idsOf({ reader, where }, null))
      for (const { id } of batch) {
        const one = await bundledSubmission(reader, id)
        if (one) yield one
        await progress(1)
      }
  }
  return {
    content: bundleZip(makingOf(reader, company?.name ?? ''), records()),
    filename: fileNameOf(title, { now, zone: zoneOf(company) }, 'zip'),
    steps: rows,
  }
}

/** The reader of a bundle. */
const makingOf = (reader: BundleReader, company: string) => ({
  ...{ companyId: reader.companyId, company, now: reader.now, signing: reader.services.signing },
  withChain: reader.ability.can('read', 'AuditEntry'),
  read: <T>(work: Parameters<typeof reading<T>>[1]) => reading(reader, work),
})

const submissionFiles = recordFiles.submission

type Found = NonNullable<Awaited<ReturnType<typeof found>>>

/** Returns a submission with its files, read one by one; undefined if it is gone. */
async function bundledSubmission(reader: BundleReader, id: number): Promise<RecordFiles | undefined> {
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
  return { record, files: filesOfSubmission(reader, one, { pdf, kept }), positions }
}

async function* filesOfSubmission(
  { services }: BundleReader,
  { folder, links, content, definition, stored }: Found,
  { pdf, kept }: { pdf: Uint8Array; kept: Record<string, string> },
): AsyncGenerator<BundleFile> {
  yield { path: `${folder}/${submissionFiles.content}`, content: Buffer.from(content) }
  yield { path: `${folder}/${submissionFiles.form}`, content: json(definition) }
  yield { path: `${folder}/${submissionFiles.document}`, content: pdf }
  yield { path: `${folder}/${submissionFiles.seal}`, content: json({ links }) }
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
  const zone = await zoneOfCompany(db, companyId)
  const times = { started_at: startedAt.toISOString(), completed_at: completedAt?.toISOString() ?? null }
  return {
    folder: folderOf({ id, ...times }, zone).replace(/^files\//, 'submissions/'),
    state,
    content: last?.content ?? canonicalJson(sealedContent(whole)),
    definition: version?.definition ?? null,
    ...{ links, stored },
  }
}

/** Printed in the language of the person who asked; undefined where they may not read it any more. */
const pdfOf = (reader: BundleReader, id: number): Promise<Uint8Array | undefined> =>
  printedFor(reader, async ctx => {
    const one = await accessSubmission(ctx, id, 'read').catch(notFound)
    return one && submissionPdf(ctx, one)
  })

// A bundle of a report: its numbers as they were sealed, its PDF, the photos that it shows and its links
// (`shared/sealing/bundle`).

const reportFiles = recordFiles.report

/**
 * The report is finished by it: its PDF is made, unless the same was before. Throws `not_found` for one that the reader
 * may not read.
 */
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
  const { one, company, title } = await reading(reader, async db => ({
    one: await reports.sealed(db, companyId, id, sha256(pdf)),
    company: await findCompany(db, companyId),
    title: await namedAtSite({ ...reader, db }, name),
  }))
  const zone = zoneOf(company)
  const folder = `reports/${localDay(now, zone)} ${id}`
  const kept: Record<string, string> = {}
  const record: BundledRecord = { record_type: 'report', record_id: id, folder, state: one.state, files: kept }
  async function* records(): AsyncGenerator<RecordFiles> {
    const positions = one.links.map(({ position }) => position)
    yield { record, files: filesOfReport(reader, folder, one, { pdf, kept }), positions }
    await progress(1)
  }
  return {
    content: bundleZip(makingOf(reader, company?.name ?? ''), records()),
    filename: fileNameOf(title, { now, zone }, 'zip'),
    steps: 1,
  }
}

async function* filesOfReport(
  { services }: BundleReader,
  folder: string,
  { links, content, stored }: SealedReport,
  { pdf, kept }: { pdf: Uint8Array; kept: Record<string, string> },
): AsyncGenerator<BundleFile> {
  yield { path: `${folder}/${reportFiles.content}`, content: Buffer.from(content) }
  yield { path: `${folder}/${reportFiles.document}`, content: pdf }
  yield { path: `${folder}/${reportFiles.seal}`, content: json({ links }) }
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

// PDFs that go into a bundle: made for its reader, as the direct calls make them.

/** The whole content; undefined where `print` gives nothing. No connection is held while it is drawn. */
async function printedFor(
  reader: BundleReader,
  print: (ctx: Context) => Promise<FileAnswer | undefined>,
): Promise<Uint8Array | undefined> {
  const db = shortReads(work => reading(reader, work))
  const answer = await print(contextFor({ ...reader, db, preparation: new Preparation() }))
  if (!answer) return undefined
  const { content } = await answer()
  if (content instanceof Uint8Array) return content
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** What somebody may not read is not there for them. */
const notFound = whereRefused(() => undefined)

/**
 * Throws `characters_missing` where no face draws something that the PDFs of a bundle show: the report as it would be
 * printed, or texts, names and answers of the submissions. A bundle that would be too large is refused by its job.
 */
export async function requirePrintable(
  ctx: Context,
  { report_id: reportId, site_id: siteId, ...filters }: ExportFilters,
): Promise<void> {
  const at = siteId === undefined ? ctx : await readingAtSite(ctx, siteId)
  for await (const texts of reportId === undefined ? textsOfSubmissions(at, filters) : textsOfReport(at, reportId))
    if (await hasMissingCharacters(texts)) throw new Problem('characters_missing')
}

async function* textsOfReport(ctx: Context, recordId: number): AsyncGenerator<object> {
  const sources = await pdfSourceOf.query(ctx.db, { ctx, kind: 'report', recordId })
  yield sources.map(paper => paper?.data)
}

/** As many at a time as an export reads; the definition of each version once. */
async function* textsOfSubmissions(ctx: Context, filters: ExportFilters): AsyncGenerator<object> {
  const { ability, actor, locale, now, services } = ctx
  const companyId = companyOf(ctx)
  const asked = camel({ ...filters, company_id: companyId, status: 'complete' as const })
  const where = await filterCondition({ db: ctx.db, ability, actor }, asked)
  const reader: Reader = { ability, actor, locale, now, services, companyId }
  const known = new Map<number, Pick<UsedVersion, 'id' | 'definition'>>()
  let read = 0
  for await (const batch of idsOf({ reader, where }, null)) {
    read += batch.length
    if (read > maxInBundle.submissions) return
    const among = inArray(
      submissions.id,
      batch.map(({ id }) => id),
    )
    yield await reading(reader, async db => {
      const listed = await selectListed(db, among, [desc(submissions.id)], { limit: batch.length, offset: 0 })
      const said = await db
        .select({ answers: submissions.answers, contact: submissions.contact })
        .from(submissions)
        .where(among)
      const used = distinct(listed.map(({ formVersionId }) => formVersionId))
      const added = await db
        .select({ id: formVersions.id, definition: formVersions.definition })
        .from(formVersions)
        .where(
          inArray(
            formVersions.id,
            used.filter(id => !known.has(id)),
          ),
        )
      for (const version of added) known.set(version.id, version)
      // Rows of a form's tables are answered by their value, and printed by their words.
      const ids = batch.map(({ id }) => id)
      const versions = used.flatMap(id => known.get(id) ?? [])
      return {
        names: listed.map(({ formName, userName, subjects }) => [formName, userName, subjects]),
        said,
        definitions: added.map(({ definition }) => definition),
        tables: await tableLabelsOf(db, { companyId, ids, versions, locale }),
      }
    })
  }
}
