import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { type Degrees, pointsIn } from '#shared/forms/shapes.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { type Formatter, formatAnswer } from '#shared/submissions/formatter.ts'
import { askedAt, askedKeysOf, reportOf } from '#shared/submissions/report.ts'

export type AnsweredPlace = {
  key: string
  label: string
  said: string
  /** One, or those of a line or an area. */
  points: Degrees[]
  accuracy?: number | undefined
  shape?: 'line' | 'area'
}

/** The answers that lie somewhere, in the order of the form. */
export function placesOf(submission: SubmissionDetail, state: FormState, words: Formatter): AnsweredPlace[] {
  const items = submission.definition.sections.flatMap(section =>
    reportOf(section, state, submission.score, words, askedKeysOf(submission)),
  )
  return items.flatMap((item): AnsweredPlace[] => {
    if (item.kind !== 'answer') return []
    const { question, answer, key } = item
    const value = answer?.value
    const named = () => ({
      key,
      label: askedAt(state, key, words)?.label ?? item.label,
      said: formatAnswer(question, answer, words) ?? '',
    })
    if (question.type === 'shape') {
      const points = typeof value === 'string' ? pointsIn(value) : undefined
      return points ? [{ ...named(), points, shape: question.closed ? 'area' : 'line' }] : []
    }
    if (question.type !== 'place' || typeof value !== 'object' || !('latitude' in value)) return []
    const { latitude, longitude, accuracy } = value
    return [{ ...named(), points: [{ latitude, longitude }], accuracy }]
  })
}
