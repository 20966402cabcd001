/**
 * The score of a submission. Only questions that were answered and apply are in the denominator, so a form that is half filled in
 * shows the score so far. Sections keep their own percentages: one number for everything would hide what it is made of.
 *
 * Percentages are rounded to one decimal before they are compared with the pass mark and the bands, so that nobody reads "80 %,
 * failed" under a pass mark of 80.
 */

import type { Answers } from './answers.ts'
import type { Definition, Section } from './definition.ts'
import { questionsOnce } from './elements.ts'
import { type Judgement, judge } from './judge.ts'
import type { Question } from './questions.ts'
import type { Band, Score } from './score.ts'

/** Stored with each score; rises when the same answers would come to score differently. */
export const scoreEngine = 1

type PartScore = Pick<Score, 'points' | 'max' | 'percent'>
type Judged = { question: Question; judgement: Judgement }

/** The score of a set of answers, complete or not. */
export function scoreSubmission(definition: Definition, answers: Answers): Score {
  const sections = definition.sections.map(section => ({ id: section.id, judged: judgeSection(section, answers) }))
  const judged = sections.flatMap(section => section.judged)
  const whole = partScore(judged)
  const failed = judged
    .filter(({ judgement }) => judgement.failed)
    .map(({ question }) => ({ question_id: question.id, critical: isCritical(question) }))
  const outcome = judged.some(({ judgement }) => judgement.counts)
    ? decide(definition, whole.percent, failed)
    : { passed: null, band: null }
  return {
    ...whole,
    ...outcome,
    sections: sections.map(section => ({ id: section.id, ...partScore(section.judged) })),
    failed,
    engine: scoreEngine,
  }
}

const judgeSection = (section: Section, answers: Answers): Judged[] =>
  questionsOnce(section.questions).map(question => ({ question, judgement: judge(question, answers[question.id]) }))

const isCritical = (question: Question) => 'critical' in question && question.critical === true

function partScore(judged: Judged[]): PartScore {
  let points = 0
  let max = 0
  for (const { judgement } of judged) {
    points += judgement.points
    max += judgement.max
  }
  return { points: round(points, 3), max: round(max, 3), percent: max > 0 ? round((points / max) * 100, 1) : null }
}

function decide({ scoring }: Definition, percent: number | null, failed: Score['failed']) {
  const critical = failed.some(failure => failure.critical)
  const belowMark = percent !== null && percent < (scoring?.pass_percent ?? 0)
  return {
    passed: !critical && !belowMark,
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

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
