/**
 * Compares two submissions of one form, each read with the version that it answers. Rows are matched by name, because
 * their ids differ each time.
 */
import { keyParts } from '../forms/answers/answerKey.ts'
import type { Answer, Place } from '../forms/answers/answers.ts'
import { filesIn } from '../forms/answers/content.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import type { Question } from '../forms/questions.ts'
import { scoreAnswer } from '../forms/scoreAnswer.ts'
import { metresBetween } from '../forms/shapes.ts'
import type { SubmissionDetail } from './contract.ts'
import { type Formatter, formatAnswer } from './formatter.ts'
import { type ReportAnswer, reportOf, rowName } from './report.ts'

export type Side = { submission: SubmissionDetail; state: FormState }

/** One question on both sides: null where it was not answered, undefined where it was not asked. */
export type Compared = {
  key: string
  label: string
  before: string | null | undefined
  now: string | null | undefined
  isSame: boolean
  /** True when it failed on one side only. */
  turned: 'failed' | 'mended' | null
}

/** Tolerance in metres within which two positions are the same. */
const sameSpotMetres = 25

/** Questions of both: the present ones in their order, then those that are no longer asked. */
export function compare(now: Side, before: Side, words: Formatter): Compared[] {
  const earlier = new Map(answersOf(before, words).map(one => [one.place, one]))
  const later = answersOf(now, words)
  const rows = later.map(one => {
    const other = earlier.get(one.place)
    earlier.delete(one.place)
    return beside(one, other, words)
  })
  return [...rows, ...[...earlier.values()].map(other => beside(undefined, other, words))]
}

type Placed = { place: string; row: string; item: ReportAnswer }

/** Asked questions by question and row. */
function answersOf({ submission, state }: Side, words: Formatter): Placed[] {
  const seen = new Map<string, number>()
  return submission.definition.sections
    .flatMap(section => reportOf(section, state, submission.score, words))
    .flatMap(item => {
      if (item.kind !== 'answer') return []
      const row = rowOf(state, item.key, words)
      const named = `${item.question.id} ${row}`
      const times = (seen.get(named) ?? 0) + 1
      seen.set(named, times)
      return { place: `${named} ${times}`, row, item }
    })
}

function rowOf(state: FormState, key: string, words: Formatter): string {
  const repeat = state.form.byId.get(keyParts(key).question_id)?.repeats.at(-1)?.repeat
  const rows = state.instance(key)?.rows ?? []
  return repeat && rows.length > 0 ? rowName(repeat, rows, state, words) : ''
}

function beside(now: Placed | undefined, before: Placed | undefined, words: Formatter): Compared {
  const { row = '', item } = now ?? before ?? {}
  const [failsNow, failedBefore] = [now, before].map(
    one => one !== undefined && scoreAnswer(one.item.question, one.item.answer).failed,
  )
  return {
    key: (now ?? before)?.place ?? '',
    label: [row, item?.label].filter(Boolean).join(' · '),
    before: before && said(before.item, words),
    now: now && said(now.item, words),
    isSame: now !== undefined && before !== undefined && isSame(now.item, before.item, words),
    turned: !now || !before || failsNow === failedBefore ? null : failsNow ? 'failed' : 'mended',
  }
}

/** Formatted answers; pictures are given as a number, because they differ each time. */
function said({ question, answer }: ReportAnswer, words: Formatter): string | null {
  const pictures = (question.type === 'photo' ? filesIn(answer?.value) : []).length + (answer?.photos?.length ?? 0)
  return (
    [
      formatAnswer(question, answer, words),
      answer?.note,
      pictures > 0 && words.t('submissionPage.previous.photos', { count: pictures }),
    ]
      .filter(Boolean)
      .join(' · ') || null
  )
}

function isSame(now: ReportAnswer, before: ReportAnswer, words: Formatter): boolean {
  const [one, other] = [placeIn(now.answer), placeIn(before.answer)]
  if (one && other && now.answer?.note === before.answer?.note)
    return metresBetween(one, other) <= Math.max(sameSpotMetres, one.accuracy ?? 0, other.accuracy ?? 0)
  if (isFile(now.question) && isFile(before.question))
    return filesIn(now.answer?.value).length === filesIn(before.answer?.value).length
  return said(now, words) === said(before, words)
}

const isFile = ({ type }: Question) => type === 'file' || type === 'signature'

const placeIn = (answer: Answer | undefined): Place | undefined => {
  const value = answer?.value
  return typeof value === 'object' && 'latitude' in value ? value : undefined
}
