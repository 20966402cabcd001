/**
 * A submission for reading: its questions in the order of the form, with rows and answers. Screen and paper share it.
 */
import { answerKey, keyParts } from '../forms/answers/answerKey.ts'
import type { Answer, Answers } from '../forms/answers/answers.ts'
import type { Definition, Element, Repeat, Section } from '../forms/definition.ts'
import { type FormContext, wallClock } from '../forms/evaluation/context.ts'
import { FormState } from '../forms/evaluation/FormState.ts'
import { type Instance, keyOf } from '../forms/evaluation/Instances.ts'
import type { Question } from '../forms/questions.ts'
import type { Band, MeasureScore, Score } from '../forms/scoring/score.ts'
import { plainText } from '../lib/inlineMarkdown.ts'
import { type Formatter, fillReferences } from './formatter.ts'

export type ReportAnswer = {
  kind: 'answer'
  key: string
  question: Question
  label: string
  answer: Answer | undefined
}
export type ReportItem =
  | ReportAnswer
  /** Heading of a group, a repeat or a row; `depth` is its level. */
  | { kind: 'heading'; key: string; text: string; depth: number }
  | { kind: 'measure'; key: string; label: string; said: string; band: Band | null }

type Read = { definition: Definition; answers: Answers; completed_at: string | null; updated_at: string }

/** State of the form at completion, with its computed values. */
export const stateOf = (read: Read, words: Formatter): FormState =>
  new FormState(read.definition, read.answers, momentOf(read, words))

/** Context of that evaluation. */
export const momentOf = (
  { completed_at, updated_at }: Pick<Read, 'completed_at' | 'updated_at'>,
  { locale }: Pick<Formatter, 'locale'>,
): FormContext => ({ now: wallClock(new Date(completed_at ?? updated_at), 0), language: locale, keeps: 'all' })

/** Questions of one section; for a follow-up the answers at `only` these keys. */
export function reportOf(
  { id }: Section,
  state: FormState,
  score: Score | null,
  words: Formatter,
  only?: ReadonlySet<string>,
): ReportItem[] {
  const part = state.form.byId.get(id)
  if (!part || !state.isVisible(id)) return []
  const items = part.section.questions.flatMap(element => itemsOf(element, [], 0, { state, score, words }))
  return only ? askedOf(items, only) : items
}

/** Answers at these keys, under their headings. */
function askedOf(items: ReportItem[], only: ReadonlySet<string>): ReportItem[] {
  const kept: ReportItem[] = []
  let headings: Extract<ReportItem, { kind: 'heading' }>[] = []
  for (const item of items) {
    if (item.kind === 'heading') headings = [...headings.filter(({ depth }) => depth < item.depth), item]
    if (item.kind !== 'answer' || !only.has(item.key)) continue
    kept.push(...headings, item)
    headings = []
  }
  return kept
}

/** Keys that a follow-up asks; undefined for a whole submission. */
export const askedKeysOf = ({ follows }: { follows: { question_ids: string[] } | null }) =>
  follows ? new Set(follows.question_ids) : undefined

/** Failed critical answers, in the order of the form. */
export const criticalAnswers = (state: FormState, score: Score | null, words: Formatter): ReportAnswer[] =>
  (score?.failed ?? []).flatMap(({ question_id, row_id, critical }) => {
    const instance = critical ? state.instance(answerKey(question_id, row_id)) : undefined
    return instance ? answerAt(state, instance, words, true) : []
  })

type Reading = { state: FormState; score: Score | null; words: Formatter }

function itemsOf(element: Element, rows: readonly string[], depth: number, reading: Reading): ReportItem[] {
  const { state, words } = reading
  const part = state.form.byId.get(element.id)
  const instance = part && state.instance(keyOf(part, rows))
  if (!part || !instance?.isVisible || element.type === 'instruction') return []
  const label = labelOf(element, rows, reading)
  const heading = label ? [{ kind: 'heading' as const, key: instance.key, text: label, depth }] : []
  if (element.type === 'group')
    return [...heading, ...element.questions.flatMap(one => itemsOf(one, rows, depth + 1, reading))]
  if (element.type !== 'repeat') return answerAt(state, instance, words, false)
  return [
    ...heading,
    ...(rows.length === 0 ? measures(element.id, reading) : []),
    ...state.rows(instance.key).flatMap(row => [
      {
        kind: 'heading' as const,
        key: `${instance.key} ${row}`,
        text: rowName(element, [...rows, row], state, words),
        depth: depth + 1,
      },
      ...element.questions.flatMap(one => itemsOf(one, [...rows, row], depth + 2, reading)),
    ]),
  ]
}

/** Question and row at a key; without the question where readers are not shown it. */
export function askedAt(
  state: FormState,
  key: string,
  words: Formatter,
): { question: Question; label: string } | undefined {
  const part = state.form.byId.get(keyParts(key).question_id)
  const { question } = part ?? {}
  if (!question || question.type === 'hidden' || (question.type === 'calculated' && question.hidden)) return undefined
  const rows = state.instance(key)?.rows ?? []
  const repeat = part?.repeats.at(-1)?.repeat
  const row = repeat && rows.length > 0 ? `${rowName(repeat, rows, state, words)} · ` : ''
  return { question, label: row + labelOf(question, rows, { state, score: null, words }) }
}

const labelOf = ({ label }: Element, rows: readonly string[], { state, words }: Reading): string =>
  plainText(fillReferences(words.read(label), state, rows, words))

/** Leaves out questions that nobody was shown; `withRow` adds the row. */
function answerAt(
  state: FormState,
  { key, part, rows, value }: Instance,
  words: Formatter,
  withRow: boolean,
): ReportAnswer[] {
  const { question } = part
  if (!question || question.type === 'hidden' || (question.type === 'calculated' && question.hidden)) return []
  const repeat = part.repeats.at(-1)?.repeat
  const row = withRow && repeat ? `${rowName(repeat, rows, state, words)} · ` : ''
  const { value: _given, ...beside } = state.answer(key) ?? {}
  const answer = value === undefined ? beside : { ...beside, value }
  return [
    {
      kind: 'answer',
      key,
      question,
      label: row + labelOf(question, rows, { state, score: null, words }),
      answer: Object.keys(answer).length > 0 ? answer : undefined,
    },
  ]
}

function measures(repeatId: string, { state, score, words }: Reading): ReportItem[] {
  const asked = state.form.byId.get(repeatId)?.repeat?.measures ?? []
  return asked.flatMap(({ id, label }) => {
    const measure = score?.measures?.find(one => one.id === id)
    if (!measure) return []
    return {
      kind: 'measure',
      key: id,
      label: plainText(words.read(label)),
      said: formatMeasure(measure, words),
      band: measure.band,
    }
  })
}

/** Name of a repeat's row: by the form, or its number. `rows` ends with the row itself. */
export function rowName(repeat: Repeat, rows: readonly string[], state: FormState, words: Formatter): string {
  const name = plainText(fillReferences(words.read(repeat.row_label), state, rows, words)).trim()
  if (name) return name
  const part = state.form.byId.get(repeat.id)
  const number = part ? state.rows(keyOf(part, rows.slice(0, -1))).indexOf(rows.at(-1) ?? '') + 1 : 0
  return words.t('submissions.row', { number: words.formats.number(number) })
}

/** Formats a share: affected animals of counted ones. */
export const formatMeasure = ({ percent, affected, counted }: MeasureScore, { t, formats }: Formatter): string =>
  percent === null
    ? t('submissions.measure.none')
    : t('submissions.measure.share', {
        percent: formats.percent(percent / 100, 1),
        affected: formats.number(affected),
        counted: formats.number(counted),
      })
