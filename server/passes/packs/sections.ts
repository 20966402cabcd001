/** What is in a pack beside its records. A further part is a function of its own, and a line in `sections`. */
import { and, asc, eq, gt, lte, max } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import type { PassLogEntry } from '#shared/passes/contract.ts'
import { maxInPack } from '#shared/passes/rules.ts'
import { type BundleFile, json } from '../../sealing/bundleQueries.ts'
import type { RecordDocument } from '../../submissions/document/pdf.ts'
import { presentPassPage } from '../queries.ts'
import type { Reading } from '../reading.ts'
import { passViews } from '../table.ts'
import { frameOf, printed } from './documents.ts'
import type { Packing } from './packing.ts'
import { Table } from './tables.ts'

type Section = (packing: Packing) => AsyncIterable<BundleFile>

/** The parts, in the order in which they are written. */
export const sections: Section[] = [passSection, logSection, documentSection]

/** `pass.json`: what the pass shows, how much there is of it, and how much of that is inside. */
async function* passSection({ reading, chosen, photos }: Packing): AsyncGenerator<BundleFile> {
  const { people, open, locale, now } = reading
  const { company_logo: _, is_preview: __, kinds: ___, ...page } = people.clean(await presentPassPage(reading))
  const content = {
    ...{ ...page, pass_id: open.pass.id, language: locale, time_zone: open.company.timeZone },
    ...{ first_opened_at: open.pass.openedAt?.toISOString() ?? null, made_at: now.toISOString() },
    kinds: chosen.map(({ kind, population, ids, documents }) => ({
      ...{ kind, population, included: ids.length, documents: documents.size },
    })),
    files: { included: photos.count, left_out: photos.leftOut },
  }
  yield { path: 'pass.json', content: json(content) }
}

/** Entries of the log that are read at once. */
const atOnce = 1_000

/** The latest entries of the pass's log up to the moment of the pack, the oldest of them first. */
async function* logOf({ db, companyId, open, now }: Reading): AsyncGenerator<PassLogEntry[]> {
  const ofPass = and(
    ...[eq(passViews.companyId, companyId), eq(passViews.passId, open.pass.id), lte(passViews.at, now)],
  )
  const count = await db.$count(passViews, ofPass)
  let after = 0
  if (count > maxInPack.log) {
    const skipped = db
      .select({ id: passViews.id })
      .from(passViews)
      .where(ofPass)
      .orderBy(asc(passViews.id))
      .limit(count - maxInPack.log)
      .as('skipped')
    const [last] = await db.select({ id: max(skipped.id) }).from(skipped)
    after = last?.id ?? 0
  }
  for (;;) {
    const rows = await db
      .select()
      .from(passViews)
      .where(and(ofPass, gt(passViews.id, after)))
      .orderBy(asc(passViews.id))
      .limit(atOnce)
    if (rows.length > 0) yield rows.map(({ companyId: _, passId: __, ...row }) => wire(row) as PassLogEntry)
    if (rows.length < atOnce) return
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * The log. The words of a search are the inspector's own and stay as they were typed: a name in them that was replaced
 * would tell whose number it is.
 */
async function* logSection({ around: reading }: Packing): AsyncGenerator<BundleFile> {
  const { t } = reading
  const entries: PassLogEntry[] = []
  const table = new Table('log', [t('passes.log.when'), t('passes.log.what')], reading)
  for await (const some of logOf(reading)) {
    entries.push(...some)
    table.add(some.map(entry => [entry.at, said(reading, entry)]))
    yield* table.take(false)
  }
  yield { path: 'log.json', content: json(entries) }
  yield* table.take(true)
}

/** An entry of the log in words. */
function said({ t, formats }: Reading, { action, kind: of, record_id, search, found }: PassLogEntry): string {
  const kind = of ? t(`passes.kinds.${of}`) : ''
  const number = String(record_id ?? '')
  const count = formats.number(found ?? 0)
  switch (action) {
    case 'searched':
      return search
        ? t('passes.log.searched', { kind, search, found: count })
        : t('passes.log.listed', { kind, found: count })
    case 'sampled':
      return t('passes.log.sampled', { kind, search, all: count })
    case 'downloaded':
      return of ? t('passes.log.downloaded', { kind, number }) : t('passes.log.packLoaded')
    default:
      return t(`passes.log.${action}`, { kind, number })
  }
}

/** Lines of the log on paper, the latest ones; all are in the table. */
const maxLines = 1_000

/** `pass.pdf`: the pass, how much is inside, and its log. */
async function* documentSection({ reading, around, chosen, photos }: Packing): AsyncGenerator<BundleFile> {
  const { t, formats, people, open } = around
  const { pass } = open
  const page = people.clean(await presentPassPage(reading))
  const lines: RecordDocument['sections'][number]['answers'] = []
  for await (const some of logOf(around)) {
    lines.push(...some.map(entry => ({ question: formats.dateTime(new Date(entry.at)), answer: said(around, entry) })))
    lines.splice(0, Math.max(0, lines.length - maxLines))
  }
  const answer = (question: string, value: string) => ({ question, answer: value })
  const day = (value: string) => formats.day(value, { dateStyle: 'medium' })
  const [from, to] = [page.first_day, page.last_day]
  const period =
    from && to
      ? t('passes.periodSaid', { from: day(from), to: day(to) })
      : from
        ? t('passes.since', { date: day(from) })
        : to
          ? t('passes.upTo', { date: day(to) })
          : t('passes.everything')
  const inside = (included: number, all: number) =>
    t('passes.pack.included', { included: formats.number(included), all: formats.number(all) })
  const frame = frameOf(around, t('passes.pack.title'))
  const data: RecordDocument = {
    ...frame,
    labels: { ...frame.labels, submitted_by: t('passes.holder'), completed_at: t('passes.visit.asOf') },
    form: { name: t('passes.pack.document') },
    person: [page.holder_name, page.holder_office].filter(Boolean).join(' · '),
    completedAt: formats.dateTime(open.asOf),
    ...{ subjects: page.places ?? [], score: null, findings: [] },
    sections: [
      {
        title: t('passes.pack.content'),
        answers: [
          answer(t('passes.period'), period),
          answer(t('passes.visit.places'), page.places ? formats.commas(page.places) : t('passes.visit.whole')),
          answer(t('passes.startDay'), formats.dateTime(pass.startsAt)),
          answer(t('passes.visit.until'), formats.dateTime(pass.endsAt)),
          answer(t('passes.names'), t(pass.showsNames ? 'passes.namesShown' : 'passes.namesReplaced')),
          ...chosen.map(({ kind, ids, population }) =>
            answer(t(`passes.kinds.${kind}`), inside(ids.length, population)),
          ),
          answer(t('passes.visit.photos'), inside(photos.count, photos.count + photos.leftOut)),
        ],
      },
      ...(lines.length > 0 ? [{ title: t('passes.log.title'), answers: lines }] : []),
    ],
  }
  const pdf = await printed(around, data, [])
  if (pdf) yield { path: 'pass.pdf', content: pdf }
}
