/** Sets of choices that several questions of a form share. Each change gives a new definition. */

import { tableNamed } from '#shared/forms/choiceSets.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { ChoiceQuestion } from '#shared/forms/questions.ts'
import type { FormTable } from '#shared/forms/tables/formTable.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { patched } from './content.ts'
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

// Tables of a form, and the questions that offer their rows. Each change gives a new definition.

/** What expressions call the table of a file. */
export const nameOfFile = (file: string): string =>
  tableNamed(file)
    .replace(/[\s'"[\]/]+/g, '_')
    .slice(0, 128) || 'table'

/** The form with a table, in the place of the one of that name. */
export function withTable(definition: Definition, table: FormTable): Definition {
  const { tables = [] } = definition
  const isKnown = tables.some(({ name }) => name === table.name)
  return {
    ...definition,
    tables: isKnown ? tables.map(one => (one.name === table.name ? table : one)) : [...tables, table],
  }
}

export function withoutTable(definition: Definition, name: string): Definition {
  const left = (definition.tables ?? []).filter(table => table.name !== name)
  return patched(definition, { tables: left.length > 0 ? left : undefined })
}

/**
 * The question offers the rows of a table in place of choices, at first by the columns that such files usually have.
 */
export function takeTable(definition: Definition, questionId: string, name: string): Definition {
  const columns = definition.tables?.find(table => table.name === name)?.columns ?? []
  const named = (usual: string, otherwise: number) =>
    columns.find(column => column === usual) ?? columns[otherwise] ?? columns[0] ?? usual
  return changeElement(definition, questionId, element =>
    'choices' in element
      ? patched(element, {
          choices: [],
          choice_set: undefined,
          table: { name, value: named('name', 0), label: named('label', 1) },
        })
      : element,
  )
}
