import { problemsIn } from '../check.ts'
import type { FormState } from '../evaluation/FormState.ts'
import type { Instance } from '../evaluation/Instances.ts'
import type { AnswerProblem } from '../fit.ts'
import { isAnswered } from '../scoreAnswer.ts'
import { answerKey } from './answerKey.ts'

export type PartProgress = {
  answered: number
  total: number
  /** Keys of the questions that still need an answer, a note, a photo or rows before completion. */
  missing: string[]
}
/** `hasFailed` says that an answer of the section failed. */
export type SectionProgress = PartProgress & { id: string; hasFailed: boolean }
export type Progress = PartProgress & { sections: SectionProgress[] }

const gaps: ReadonlySet<string> = new Set(['required', 'note_required', 'photo_required', 'too_few_rows'])

/**
 * Progress of a form, as a whole and by section. Only visible, answerable questions count. `problems` are those of the
 * present state, including those of the whole form's triggers.
 */
export function progressIn(state: FormState, problems: AnswerProblem[] = problemsIn(state)): Progress {
  const open = new Set(
    problems.filter(({ code }) => gaps.has(code)).map(({ question_id, row_id }) => answerKey(question_id, row_id)),
  )
  const sections = new Map(
    state.form.definition.sections.map(({ id }) => {
      const none: SectionProgress = { id, answered: 0, total: 0, missing: [], hasFailed: false }
      return [id, none]
    }),
  )
  for (const instance of state.visible()) {
    const section = sections.get(instance.part.section.id)
    if (!section) continue
    if (open.has(instance.key)) section.missing.push(instance.key)
    section.hasFailed ||= state.judgementAt(instance.key).failed
    if (!isAsked(instance)) continue
    section.total++
    if (isAnswered({ value: instance.value })) section.answered++
  }
  const all = [...sections.values()]
  return {
    answered: all.reduce((count, section) => count + section.answered, 0),
    total: all.reduce((count, section) => count + section.total, 0),
    missing: all.flatMap(section => section.missing),
    sections: all,
  }
}

const isAsked = ({ part: { question, calculate } }: Instance) =>
  question !== undefined && calculate === undefined && question.type !== 'hidden' && question.type !== 'calculated'
