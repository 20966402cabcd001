/**
 * Score of a submission: only asked, answered and applicable questions are in the denominator, so a half-filled form
 * shows the score so far. Percentages are rounded before they are compared with pass marks and bands, so nobody reads
 * "80 %, failed" under a pass mark of 80.
 */
import { product, quotient, rounded, sum } from '../../lib/decimals.ts'
import { keyParts } from '../answers/answerKey.ts'
import type { Answers } from '../answers/answers.ts'
import { statusIn } from '../answers/outcome.ts'
import type { Definition, Section } from '../definition.ts'
import type { FormContext } from '../evaluation/context.ts'
import { FormState } from '../evaluation/FormState.ts'
import type { Question } from '../questions.ts'
import type { AnswerScore } from '../scoreAnswer.ts'
import { measuresIn, percentOf } from './measures.ts'
import type { Band, Score } from './score.ts'

/** Stored with each score; rises when the same answers would score differently. */
export const scoreEngine = 2

type PartScore = Pick<Score, 'points' | 'max' | 'percent'>
type SectionScore = Score['sections'][number]
type ScoredAnswer = { key: string; question: Question; judgement: AnswerScore }

/** Score of a set of answers, complete or not. */
export const scoreSubmission = (definition: Definition, answers: Answers, context?: FormContext): Score => {
  const state = new FormState(definition, answers, context)
  const score = scoreIn(state)
  const subject_status = statusIn(state, score)
  return { ...score, ...(subject_status && { subject_status }) }
}

/** Score of a form that is already evaluated, without the status of its subjects, which may depend on it. */
export function scoreIn(state: FormState): Score {
  const { definition } = state.form
  const judged = scoredBySection(state)
  const all = [...judged.values()].flat()
  const cap = definition.scoring?.critical_cap
  const sections = definition.sections.map(section => sectionScore(section, judged.get(section.id) ?? [], cap))
  const whole = capped({ ...partScore(all), ...weighed(definition, sections) }, all, cap)
  const failed = all
    .filter(({ judgement }) => judgement.failed)
    .map(({ key, question }) => ({ ...keyParts(key), critical: isCritical(question) }))
  const measures = measuresIn(state)
  const outcome = all.some(({ judgement }) => judgement.counts)
    ? decide(definition, whole.percent, failed, sections)
    : { passed: null, band: null }
  return { ...whole, ...outcome, sections, failed, ...(measures.length > 0 && { measures }), engine: scoreEngine }
}

function scoredBySection(state: FormState): Map<string, ScoredAnswer[]> {
  const judged = new Map<string, ScoredAnswer[]>()
  for (const { key, part } of state.visible()) {
    if (!part.question) continue
    const list = judged.get(part.section.id) ?? []
    judged.set(part.section.id, list)
    list.push({ key, question: part.question, judgement: state.judgementAt(key) })
  }
  return judged
}

const isCritical = (question: Question) => 'critical' in question && question.critical === true

function sectionScore({ id, pass_percent }: Section, judged: ScoredAnswer[], cap: number | undefined): SectionScore {
  const score = capped(partScore(judged), judged, cap)
  if (pass_percent === undefined) return { id, ...score }
  return { id, ...score, passed: score.percent === null ? null : score.percent >= pass_percent }
}

/** A failed critical answer caps the percentage; the points stay. */
function capped<Part extends PartScore>(part: Part, judged: ScoredAnswer[], cap: number | undefined): Part {
  const isCapped =
    part.percent !== null && judged.some(({ question, judgement }) => judgement.failed && isCritical(question))
  return isCapped && cap !== undefined ? { ...part, percent: Math.min(part.percent ?? 0, cap) } : part
}

function partScore(judged: ScoredAnswer[]): PartScore {
  let points = 0
  let max = 0
  for (const { judgement } of judged) {
    points = sum(points, judgement.points)
    max = sum(max, judgement.max)
  }
  return { points: round(points), max: round(max), percent: max > 0 ? percentOf(round(points), round(max)) : null }
}

/** Percentages of the sections by their weights, once any has a weight. Sections without a score are left out. */
function weighed({ sections }: Definition, scores: SectionScore[]): Pick<Score, 'percent'> | undefined {
  if (!sections.some(({ weight }) => weight !== undefined)) return undefined
  let [weighted, weights] = [0, 0]
  for (const [index, { points, max }] of scores.entries()) {
    const weight = max > 0 ? (sections[index]?.weight ?? 1) : 0
    if (weight > 0) weighted = sum(weighted, quotient(product(points, weight), max))
    weights = sum(weights, weight)
  }
  return { percent: weights > 0 ? percentOf(weighted, weights) : null }
}

function decide({ scoring }: Definition, percent: number | null, failed: Score['failed'], sections: SectionScore[]) {
  const critical = failed.some(failure => failure.critical)
  const belowMark = percent !== null && percent < (scoring?.pass_percent ?? 0)
  return {
    passed: !critical && !belowMark && !sections.some(({ passed }) => passed === false),
    band: scoring ? bandOf(scoring.bands, percent, critical, failed.length > 0) : null,
  }
}

/** A failed critical answer always means act; without points, any other failed answer means attention. */
function bandOf(
  bands: { good: number; attention: number },
  percent: number | null,
  critical: boolean,
  failed: boolean,
): Band {
  if (critical) return 'act'
  if (percent === null) return failed ? 'attention' : 'good'
  if (percent >= bands.good) return 'good'
  return percent >= bands.attention ? 'attention' : 'act'
}

/** Rounds to a thousandth of a point. */
const round = (points: number): number => rounded(points, 3)
