import { compared, product, quotient, rounded } from '../../lib/decimals.ts'
import type { AnswerValue } from '../answers/answers.ts'
import type { Measure } from '../definition.ts'
import { compileForm } from '../evaluation/compile.ts'
import type { FormState } from '../evaluation/FormState.ts'
import type { Question } from '../questions.ts'
import { pickedChoices } from '../scoreAnswer.ts'
import type { Band, MeasureScore } from './score.ts'

/** Percentage with one decimal, rounded half up: 23 of 80 are 28.75 %, which is 28.8. */
export const percentOf = (part: number, whole: number): number => rounded(quotient(product(part, 100), whole), 1)

// Share of animals in which a measure found something: those with the grade or a worse one, among the examined ones. It
// is separate from points, because few bad animals among many must not vanish in an average.

/** Results of a form's measures, in its order. */
export const measuresIn = (state: FormState): MeasureScore[] =>
  compileForm(state.form.definition).parts.flatMap(({ id, repeat }) =>
    (repeat?.measures ?? []).map(measure => ({ repeat_id: id, ...scoreOf(state, measure) })),
  )

function scoreOf(
  state: FormState,
  { id, question: asked, at_least, limits }: Measure,
): Omit<MeasureScore, 'repeat_id'> {
  const part = state.form.byId.get(asked)
  const grades = (part ? state.instances.of(part) : []).flatMap(({ part: { question }, value }) => {
    const grade = question && value !== undefined ? gradeOf(question, value) : undefined
    return grade === undefined ? [] : [grade]
  })
  const affected = grades.filter(grade => compared(grade, at_least) >= 0).length
  const percent = grades.length > 0 ? percentOf(affected, grades.length) : null
  return { id, counted: grades.length, affected, percent, band: limits ? bandOf(percent, limits) : null }
}

/** Band of a share; null where nothing was examined. */
export function bandOf(percent: number | null, { good, attention }: NonNullable<Measure['limits']>): Band | null {
  if (percent === null) return null
  if (percent <= good) return 'good'
  return percent <= attention ? 'attention' : 'act'
}

/** Grade of an answer; undefined for one that does not count: not seen, not applicable, or without a grade. */
export function gradeOf(question: Question, value: AnswerValue): number | undefined {
  switch (question.type) {
    case 'yes_no':
      return value === 'na' ? undefined : Number(value !== (question.good ?? 'no'))
    case 'single_choice':
    case 'multiple_choice': {
      const picked = pickedChoices(question.choices, value)
      const grades = picked.flatMap(({ grade }) => grade ?? [])
      return grades.length > 0 && !picked.some(choice => choice.not_applicable) ? Math.max(...grades) : undefined
    }
    default:
      return typeof value === 'number' ? value : undefined
  }
}
