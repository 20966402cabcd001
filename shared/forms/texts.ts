import type { LocalizedText } from '../lib/fields.ts'
import type { Definition, Question } from './definition.ts'

export type FormText = {
  /** Where it stands: "sections.0.questions.2.label". */
  path: string
  text: LocalizedText
  /** Whether a form cannot do without it. */
  needed: boolean
}

/** Every text that a person can read in the form, in order: for checks, coverage of languages, and translation. */
export function textsOf(definition: Definition): FormText[] {
  const texts = definition.sections.flatMap((section, index) => {
    const path = `sections.${index}`
    return [
      needed(`${path}.title`, section.title),
      ...optional(`${path}.hint`, section.hint),
      ...section.questions.flatMap((question, number) => questionTexts(question, `${path}.questions.${number}`)),
    ]
  })
  return [...texts, ...optional('footer', definition.footer)]
}

function questionTexts(question: Question, path: string): FormText[] {
  const task = 'when_failed' in question ? question.when_failed?.task : undefined
  const choices = 'choices' in question ? question.choices : []
  return [
    needed(`${path}.label`, question.label),
    ...optional(`${path}.hint`, question.hint),
    ...optional(`${path}.source`, question.source),
    ...optional(`${path}.unit`, 'unit' in question ? question.unit : undefined),
    ...choices.map((choice, index) => needed(`${path}.choices.${index}.label`, choice.label)),
    ...(task ? [needed(`${path}.when_failed.task.title`, task.title)] : []),
  ]
}

const needed = (path: string, text: LocalizedText): FormText => ({ path, text, needed: true })
const optional = (path: string, text: LocalizedText | undefined): FormText[] =>
  text ? [{ path, text, needed: false }] : []
