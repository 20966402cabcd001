/**
 * What a pack has inside, written record by record: nothing is held but one record, and the list of files. All of it is
 * read by the queries of the pass, so that no more is inside than it shows.
 */
import { createHash } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import { and, desc, eq, inArray, isNotNull, max } from 'drizzle-orm'
import { formatsOf } from '#shared/lib/formats.ts'
import { Problem } from '#shared/lib/problem.ts'
import { maxInPack, maxPopulation, type PassKind } from '#shared/passes/rules.ts'
import { Preparation } from '../../lib/concurrency/preparation.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { type BundleFile, bundledSeal, bundleZip, json, type RecordFiles } from '../../sealing/bundleQueries.ts'
import { recordOfPass } from '../custody.ts'
import type { OpenPass } from '../door.ts'
import { type Reading, readingOf } from '../reading.ts'
import { recordsOf } from '../records/kinds.ts'
import { passViews } from '../table.ts'
import { documentOf, printed } from './documents.ts'
import type { Chosen, Packing } from './packing.ts'
import { sections } from './sections.ts'
import { contentOf, fitting, inFolder } from './storedFiles.ts'
import { answerRows, recordRow, Tables } from './tables.ts'

type Making = {
  /** Reads all of the company, as for what was written in the pass. */
  readWhole: Packing['readWhole']
  read: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  progress: (done: number) => Promise<void>
}

/** The bytes of a pack, and of how many records it is. */
export async function packContent(ctx: Context, open: OpenPass, { read, readWhole, progress }: Making) {
  const reading = await readingOf(ctx, open, ({ path }) => path)
  const chosen = await chosenOf(reading)
  const around: Reading = {
    ...reading,
    t: ctx.services.texts(ctx.locale),
    formats: formatsOf(ctx.locale, open.company.timeZone),
  }
  const packing: Packing = {
    reading,
    around,
    chosen,
    tables: new Tables(around),
    photos: { count: 0, bytes: 0, leftOut: 0 },
    ...{ readWhole, written: null, requests: [], shown: [] },
  }
  const { companyId, company } = { companyId: open.pass.companyId, company: open.company.name }
  const making = { companyId, company, now: ctx.now, signing: ctx.services.signing, withChain: false, read }
  return {
    total: chosen.reduce((sum, { ids }) => sum + ids.length, 0),
    content: bundleZip(making, partsOf(packing, progress)),
  }
}

async function* partsOf(packing: Packing, progress: Making['progress']): AsyncGenerator<RecordFiles> {
  let done = 0
  for (const { kind, ids, documents } of packing.chosen)
    for (const id of ids) {
      const part = await recordPart(packing, kind, id, documents.has(id))
      if (part) yield part
      done++
      if (done % toldEach === 0) await progress(done)
      // Others are answered in between.
      await breath()
    }
  yield { files: packing.tables.rest() }
  for (const section of sections) yield { files: section(packing) }
}

/** The progress is told after each of these numbers of records. */
const toldEach = 25

/**
 * The records of each kind: those that were opened first, then the latest ones, up to the bound. Where there are more,
 * each kind has a fair part of it.
 */
async function chosenOf(reading: Reading): Promise<Chosen[]> {
  const opened = await openedIn(reading)
  const all: Chosen[] = []
  for (const kind of reading.open.pass.kinds) {
    const found = await recordsOf[kind].ids(reading, { page: 1, perPage: 1 }, maxPopulation)
    const ids = found.map(({ id }) => id).sort((one, other) => other - one)
    const shown = new Set(ids)
    const first = opened.flatMap(one => (one.kind === kind && shown.has(one.id) ? one.id : []))
    all.push({ kind, population: ids.length, ids: [...new Set([...first, ...ids])], documents: new Set() })
  }
  const bySize = all.toSorted((one, other) => one.population - other.population)
  const left = { records: maxInPack.records, documents: maxInPack.documents }
  for (const [index, one] of bySize.entries()) {
    const share = (bound: number) => Math.floor(bound / (bySize.length - index))
    one.ids = one.ids.slice(0, share(left.records))
    one.documents = new Set(one.ids.slice(0, share(left.documents)))
    left.records -= one.ids.length
    left.documents -= one.documents.size
    one.ids.sort((first, other) => other - first)
  }
  return all
}

/** What was opened by the pass, the latest first. */
async function openedIn({ db, companyId, open }: Reading): Promise<{ kind: PassKind | null; id: number }[]> {
  const { kind, recordId } = passViews
  const rows = await db
    .select({ kind, id: recordId })
    .from(passViews)
    .where(
      and(
        ...[eq(passViews.companyId, companyId), eq(passViews.passId, open.pass.id), isNotNull(recordId)],
        inArray(passViews.action, ['viewed', 'downloaded']),
      ),
    )
    .groupBy(kind, recordId)
    .orderBy(desc(max(passViews.id)))
    .limit(maxInPack.records)
  return rows.map(({ kind, id }) => ({ kind, id: id ?? 0 }))
}

/** A record with its photos and its links; undefined where it is gone since. */
async function recordPart(packing: Packing, kind: PassKind, id: number, withDocument: boolean) {
  const folder = `records/${kind}/${id}`
  // What was prepared for one record is not kept for the next.
  const { reading, stored } = inFolder({ ...packing.reading, preparation: new Preparation() }, folder)
  const found = await recordOfPass(reading, kind, id).catch(goneSince)
  if (!found) return undefined
  const { named: detail, files } = await fitting(packing, stored, found)
  const { seal, state } = await sealOf(reading, kind, id)
  const content = json(detail)
  packing.tables.records.add([recordRow(packing.around, folder, detail, files.length)])
  packing.tables.answers.add(answerRows(packing.around, detail))
  async function* all(): AsyncGenerator<BundleFile> {
    yield { path: `${folder}/record.json`, content }
    if (seal) yield { path: `${folder}/seal.json`, content: json({ links: seal }) }
    if (withDocument) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const pdf = await printed(packing.around, documentOf(packing.around, detail, sha256), files)
      if (pdf) yield { path: `${folder}/record.pdf`, content: pdf }
    }
    yield* contentOf(packing, files)
    yield* packing.tables.full()
  }
  const record = seal && { record_type: 'submission' as const, record_id: id, folder, state, files: {} }
  return { ...(record && { record }), files: all() }
}

/**
 * The links of a submission by the pass's start, of what was written in it. What they seal is not inside: it would have
 * the names of people, and more than the pass shows. Their hashes are.
 */
async function sealOf(reading: Reading, kind: PassKind, id: number) {
  if (kind !== 'submission') return { seal: null, state: 'none' as const }
  const { companyId, db, open } = reading
  const { links, state } = await bundledSeal(
    db,
    { companyId, recordType: 'submission', recordId: id },
    ({ kind: what, sealedAt }) => (what === 'completed' || what === 'corrected') && sealedAt <= open.asOf,
  )
  return { seal: links.map(link => ({ ...link, salt: null, content: null })), state }
}

function goneSince(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined
  throw error
}
