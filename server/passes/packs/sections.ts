/** The parts of a pack beside its records. A further one is a function of its own, and a line in `sections`. */
import { and, asc, eq, gt, lte, max } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import type { PassLogEntry } from '#shared/passes/contract.ts'
import { logWords } from '#shared/passes/logWords.ts'
import { maxInPack, type PassKind } from '#shared/passes/rules.ts'
import { type BundleFile, json } from '../../sealing/bundleQueries.ts'
import type { RecordDocument } from '../../submissions/document/pdf.ts'
import { presentPassPage } from '../queries.ts'
import type { Reading } from '../reading.ts'
import { findRequests, presentToInspector } from '../requests/queries.ts'
import { passViews } from '../table.ts'
import { presentToHolder, titlesWrittenAbout } from '../writing/module.ts'
import { writtenIn } from '../writing/queries.ts'
import { frameOf, isolated, printed } from './documents.ts'
import type { Packing } from './packing.ts'
import { contentOf, fitting, inFolder } from './storedFiles.ts'
import { Table } from './tables.ts'

type Section = (packing: Packing) => AsyncIterable<BundleFile>

/** The parts, in the order in which they are written. */
export const sections: Section[] = [writtenSection, requestsSection, passSection, logSection, documentSection]

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

/** `written.json`: findings with what has become of them, picked records, samples and the closing note. */
async function* writtenSection(packing: Packing): AsyncGenerator<BundleFile> {
  const { open } = packing.reading
  const { reading, stored } = inFolder(packing.reading, 'written')
  const found = await packing.readWhole(db => writtenIn(db, open.pass))
  const held = presentToHolder(reading, found, await titlesWrittenAbout(reading))
  const { named, files } = await fitting(packing, stored, held)
  packing.written = named
  packing.shown.push(...files)
  yield { path: 'written.json', content: json(named) }
  yield* contentOf(packing, files)
}

/** `requests.json`: what the inspector asked for, and the company's answers. */
async function* requestsSection(packing: Packing): AsyncGenerator<BundleFile> {
  const { reading, stored } = inFolder(packing.reading, 'requests')
  const found = await presentToInspector(reading, await findRequests(reading, reading.open.pass))
  const { named, files } = await fitting(packing, stored, found)
  packing.requests = named
  packing.shown.push(...files)
  yield { path: 'requests.json', content: json(named) }
  yield* contentOf(packing, files)
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

const said = ({ t, formats }: Reading, entry: PassLogEntry) => logWords(entry, { t, number: formats.number })

/** Lines of the log on paper, the latest ones; all are in the table. */
const maxLines = 1_000

/** `pass.pdf`: the pass, how much is inside, and its log. */
async function* documentSection(packing: Packing): AsyncGenerator<BundleFile> {
  const { reading, around, chosen, photos } = packing
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
      ...writtenParts(packing),
      ...(lines.length > 0 ? [{ title: t('passes.log.title'), answers: lines }] : []),
    ],
  }
  const pdf = await printed(around, data, packing.shown)
  if (pdf) yield { path: 'pass.pdf', content: pdf }
}

type Part = RecordDocument['sections'][number]

/** What was written and asked in the pass, on paper. */
function writtenParts({ around, written, requests }: Packing): Part[] {
  const { t, formats } = around
  const time = (moment: string) => formats.dateTime(new Date(moment))
  const day = (value: string) => formats.day(value, { dateStyle: 'medium' })
  const pictures = (photos: { address: string | null }[]) =>
    photos.length > 0 ? { pictures: photos.map(({ address }) => ({ name: address ?? '' })) } : {}
  const joined = (...words: (string | null | undefined)[]) =>
    words.flatMap(part => (part ? isolated(part) : [])).join(' · ')
  const about = (kind: PassKind | null, id: number | null, title: string | null) =>
    kind && id ? joined(t('passes.written.record', { kind: t(`passes.kinds.${kind}`), number: String(id) }), title) : ''
  const { findings = [], picks = [], closing = null } = written ?? {}
  const parts: Part[] = [
    {
      title: t('passes.written.closing'),
      answers: closing
        ? [
            {
              question: t('passes.written.signed', { name: closing.signed_by, date: time(closing.written_at) }),
              answer: closing.text,
              pictures: [{ name: closing.signature.address ?? '', caption: t('filling.signature.drawn') }],
            },
          ]
        : [],
    },
    {
      title: t('passes.written.own'),
      answers: findings.map(one => ({
        question: joined(time(one.written_at), about(one.kind, one.record_id, one.record_title), one.location),
        answer: one.text,
        tone: one.severity === 'critical' ? ('stop' as const) : ('attention' as const),
        hint: joined(
          t(`findings.severities.${one.severity}`),
          `${t('passes.written.due')} ${day(one.due_on)}`,
          t(`passes.written.states.${one.state}`),
        ),
        ...(one.end && { note: joined(time(one.end.at), one.end.person, one.end.note) }),
        ...pictures([...one.photos, ...(one.end?.photos ?? [])]),
      })),
    },
    {
      title: t('passes.written.picks'),
      answers: picks.map(one => ({
        question: joined(time(one.written_at), about(one.kind, one.record_id, one.record_title)),
        answer: one.reason,
      })),
    },
    {
      title: t('passes.requests.title'),
      answers: requests.map(one => ({
        question: joined(
          t('passes.requests.number', { number: formats.number(one.number) }),
          t('passes.requests.due', { date: day(one.due_on) }),
          t(`passes.requests.states.${one.state}`),
        ),
        answer: one.entries
          .map(({ at, action, person, words }) => joined(time(at), t(`passes.requests.${action}`), person, words))
          .join('\n'),
        ...pictures(one.entries.flatMap(({ files }) => files.filter(({ is_picture }) => is_picture))),
      })),
    },
  ]
  return parts.filter(({ answers }) => answers.length > 0)
}
