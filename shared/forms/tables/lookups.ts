/**
 * Sources of lookups in expressions, by name: the tables of a form, its choice sets, and the choices of single
 * questions.
 */

import type { Locale } from '../../lib/language.ts'
import { textIn } from '../../lib/localizedText.ts'
import { withChoices } from '../choiceSets.ts'
import type { Definition } from '../definition.ts'
import type { Choice } from '../elementFields.ts'
import { contentOf, Rows } from './contents.ts'

/** Files are named with or without their extension. */
export const tableNamed = (name: string): string => name.trim().replace(/\.(?:csv|xml|geojson)$/i, '')

const made = new WeakMap<Choice[], Map<string, Rows>>()

/** Rows of a source; undefined where it is unknown or not loaded. `language` is that of the choices' labels. */
export function rowsNamed(definition: Definition, name: string, language: Locale): Rows | undefined {
  const called = tableNamed(name)
  const table = definition.tables?.find(one => one.name === called)
  if (table) return table.uuid === undefined ? undefined : contentOf(table.uuid)
  const choices = choicesNamed(definition, name)
  return choices && choiceRows(choices, language, definition.default_language)
}

/** Choices of a set, or of the question that owns them. */
export function choicesNamed(definition: Definition, name: string): Choice[] | undefined {
  const set = definition.choice_sets?.find(({ id }) => id === name)
  if (set) return set.choices
  for (const { questions } of withChoices(definition).sections) {
    const open = [...questions]
    for (let element = open.pop(); element; element = open.pop()) {
      if ('questions' in element) open.push(...element.questions)
      else if (element.id === name && 'choices' in element) return element.choices
    }
  }
  return undefined
}

function choiceRows(choices: Choice[], language: Locale, own: Locale): Rows {
  const known = made.get(choices)
  const found = known?.get(language)
  if (found) return found
  const attributes = [...new Set(choices.flatMap(choice => Object.keys(choice.attributes ?? {})))]
  const columns = ['name', 'label', ...attributes.filter(name => name !== 'name' && name !== 'label')]
  const cell = ({ id, label, attributes: more = {} }: Choice, column: string): string => {
    if (column === 'name') return id
    return column === 'label' ? textIn(label, language, own).text : (more[column] ?? '')
  }
  const rows = new Rows(
    columns,
    choices.map(choice => columns.map(column => cell(choice, column))),
  )
  made.set(choices, (known ?? new Map()).set(language, rows))
  return rows
}
