/** Sets of choices that several questions of a form share. Each change gives a new definition. */

import type { Definition } from '#shared/forms/definition.ts'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { ChoiceQuestion } from '#shared/forms/questions.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { patched } from './patched.ts'
import { changeElement } from './structure.ts'

export const findChoiceSet = ({ choice_sets = [] }: Definition, id: string): ChoiceSet | undefined =>
  choice_sets.find(set => set.id === id)

/** What a set is called: its name, else the words of its first choices. */
export function nameOfSet({ name, choices }: ChoiceSet, language: Locale, fallback: Locale): string {
  const words = (text: ChoiceSet['name']) => textIn(text, language, fallback).text
  return (
    words(name) ||
    choices
      .slice(0, 3)
      .map(({ label }) => words(label))
      .filter(Boolean)
      .join(', ')
  )
}

/** The questions that take a set. */
export const usersOfSet = (definition: Definition, id: string) =>
  questionsOf(definition).filter(question => 'choices' in question && question.choice_set === id)

const changeChoices = (definition: Definition, id: string, change: (question: ChoiceQuestion) => ChoiceQuestion) =>
  changeElement(definition, id, element => ('choices' in element ? change(element) : element))

/** Makes a set of a question's own choices, which others can take from then on. */
export function sharedChoices(definition: Definition, questionId: string, id: string): Definition {
  let choices: ChoiceSet['choices'] = []
  const changed = changeChoices(definition, questionId, question => {
    choices = question.choices
    return { ...question, choices: [], choice_set: id }
  })
  return { ...changed, choice_sets: [...(definition.choice_sets ?? []), { id, choices }] }
}

/** The question takes a set in place of its own choices. */
export const takeSet = (definition: Definition, questionId: string, id: string): Definition =>
  changeChoices(definition, questionId, question =>
    patched(question, { choices: [], choice_set: id, table: undefined }),
  )

/** The question gets the choices of its set for its own; the set stays for others. */
export const ownChoices = (definition: Definition, questionId: string): Definition =>
  changeChoices(definition, questionId, question =>
    patched(question, {
      choices: (question.choice_set && findChoiceSet(definition, question.choice_set)?.choices) || question.choices,
      choice_set: undefined,
      table: undefined,
    }),
  )

export const changeChoiceSet = (
  definition: Definition,
  id: string,
  change: (set: ChoiceSet) => ChoiceSet,
): Definition => ({
  ...definition,
  choice_sets: (definition.choice_sets ?? []).map(set => (set.id === id ? change(set) : set)),
})

/** Takes a set out of the form; a form without sets has no list of them. */
export function removeChoiceSet(definition: Definition, id: string): Definition {
  const left = (definition.choice_sets ?? []).filter(set => set.id !== id)
  return patched(definition, { choice_sets: left.length > 0 ? left : undefined })
}
