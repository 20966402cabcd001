/** The tables of a pack as CSV, in parts, so that none is held whole. */
import type { PassRecordDetail } from '#shared/passes/passPage.ts'
import { around, type Cell, rowsAs } from '../../lib/spreadsheets/rows.ts'
import type { BundleFile } from '../../sealing/bundleQueries.ts'
import type { Reading } from '../reading.ts'

/** Lines of one part. */
const maxLines = 20_000

/** A table whose full parts are taken from time to time. */
export class Table {
  private readonly name: string
  private readonly headings: Cell[]
  private readonly reading: Pick<Reading, 'locale'>
  private lines: Cell[][] = []
  private parts = 0

  constructor(name: string, headings: Cell[], reading: Pick<Reading, 'locale'>) {
    this.name = name
    this.headings = headings
    this.reading = reading
  }

  add(lines: Cell[][]): void {
    this.lines.push(...lines)
  }

  /** The part that is full; at the end the rest, which the first part is even without lines. */
  *take(isEnd: boolean): Generator<BundleFile> {
    if (!isEnd && this.lines.length < maxLines) return
    if (this.lines.length === 0 && this.parts > 0) return
    this.parts++
    const text = around.csv.before + rowsAs('csv', [this.headings, ...this.lines], 1, this.reading.locale)
    this.lines = []
    yield { path: `csv/${this.name}-${this.parts}.csv`, content: Buffer.from(text) }
  }
}

/** Records, and what was answered in them. */
export class Tables {
  readonly records: Table
  readonly answers: Table

  constructor(reading: Reading) {
    const { t } = reading
    const named = (...keys: string[]) => keys.map(key => t(`passes.pack.columns.${key}`))
    this.records = new Table(
      'records',
      named(
        ...['kind', 'number', 'at', 'title', 'person', 'about', 'state'],
        ...['position', 'hash', 'previous', 'versions', 'views', 'files', 'folder'],
      ),
      reading,
    )
    this.answers = new Table('answers', named('kind', 'number', 'section', 'question', 'answer', 'note'), reading)
  }

  async *full(): AsyncGenerator<BundleFile> {
    yield* this.records.take(false)
    yield* this.answers.take(false)
  }

  async *rest(): AsyncGenerator<BundleFile> {
    yield* this.records.take(true)
    yield* this.answers.take(true)
  }
}

/** The line of a record. */
export function recordRow({ t }: Reading, folder: string, detail: PassRecordDetail, files: number): Cell[] {
  const { kind, id, at, title, person, subjects, state, seal, versions, views } = detail
  return [
    ...[t(`passes.kinds.${kind}`), id, at, title, person, subjects.join(', '), state],
    ...[seal?.position ?? null, seal?.hash ?? null, seal?.previous ?? null],
    ...[versions.length, views.length, files, folder],
  ]
}

/** A line for each answer and each fact. */
export function answerRows({ t }: Reading, { kind, id, submission, facts, versions }: PassRecordDetail): Cell[][] {
  const [what, custody] = [t(`passes.kinds.${kind}`), t('passes.visit.custody')]
  return [
    ...(submission?.sections ?? []).flatMap(({ title, answers }) =>
      answers
        .filter(({ heading }) => heading === undefined)
        .map(({ question, answer, note }): Cell[] => [what, id, title, question, answer, note ?? null]),
    ),
    ...facts.map(({ label, value }): Cell[] => [what, id, submission ? custody : null, label, value, null]),
    ...versions.map(({ number, at, person, reason }): Cell[] => [
      ...[what, id, t('passes.visit.versions'), t('passes.visit.version', { number })],
      ...[`${at} ${person}`, reason],
    ]),
  ]
}
