import type { Answers } from './answers.ts'
import { gapsIn } from './check.ts'
import type { Definition } from './definition.ts'
import { questionsOnce } from './elements.ts'
import { isAnswered } from './judge.ts'
import type { Question } from './questions.ts'

export type PartProgress = {
  answered: number
  total: number
  /** The questions that still need an answer, a note or a photo before the form can be completed. */
  missing: string[]
}
export type Progress = PartProgress & { sections: (PartProgress & { id: string })[] }

/** How far a form is filled in, as a whole and by section. */
export function progressOf(definition: Definition, answers: Answers): Progress {
  const sections = definition.sections.map(({ id, questions }) => ({
    id,
    ...partProgress(questionsOnce(questions), answers),
  }))
  return {
    answered: sections.reduce((count, section) => count + section.answered, 0),
    total: sections.reduce((count, section) => count + section.total, 0),
    missing: sections.flatMap(section => section.missing),
    sections,
  }
}

const partProgress = (questions: Question[], answers: Answers): PartProgress => ({
  answered: questions.filter(question => isAnswered(answers[question.id])).length,
  total: questions.length,
  missing: questions.filter(question => gapsIn(question, answers[question.id]).length > 0).map(question => question.id),
})
