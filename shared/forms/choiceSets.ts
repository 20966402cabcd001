import type { LocalizedText } from '../lib/fields.ts'
import { type Locale, locales } from '../lib/language.ts'
import { textIn } from '../lib/localizedText.ts'
import type { Definition, Element } from './definition.ts'
import type { Choice } from './elementFields.ts'
import { contentOf, contentsNow, missingTables, Rows } from './tables/contents.ts'
import type { TableChoices } from './tables/formTable.ts'

/** `at` says which contents of tables were available, where some were missing. */
const inlined = new WeakMap<Definition, { whole: Definition; at: number | undefined }>()

/** Tells whether a derived definition is still current: tables may have arrived since. */
export const isStill = (at: number | undefined): boolean => at === undefined || at === contentsNow()

/** Stored beside a derived definition, for `isStill`. */
export const madeAt = (definition: Definition): number | undefined =>
  missingTables(definition).length > 0 ? contentsNow() : undefined

/**
 * Resolves a form's choice sets and table rows into the questions that use them, for screens and engine. Returns the
 * same object for the same definition, and the definition itself where nothing is resolved. A table without its content
 * has no choices. The result is never saved.
 */
export function withChoices(definition: Definition): Definition {
  const { choice_sets = [], tables = [] } = definition
  if (choice_sets.length === 0 && tables.length === 0) return definition
  const known = inlined.get(definition)
  if (known && isStill(known.at)) return known.whole
  const sets = new Map(choice_sets.map(({ id, choices }) => [id, choices]))
  const each = (elements: Element[]): Element[] => elements.map(filled)
  const filled = (element: Element): Element => {
    if (element.type === 'group' || element.type === 'repeat') return { ...element, questions: each(element.questions) }
    if (!('choices' in element)) return element
    if (element.table) return { ...element, choices: tableChoices(definition, element.table) }
    return element.choice_set === undefined ? element : { ...element, choices: sets.get(element.choice_set) ?? [] }
  }
  const sections = definition.sections.map(section => ({ ...section, questions: each(section.questions) }))
  const whole = { ...definition, sections }
  const at = madeAt(definition)
  inlined.set(definition, { whole, at })
  // Returns its own result unchanged.
  inlined.set(whole, { whole, at })
  return whole
}

const none: Choice[] = []

function tableChoices({ tables = [], default_language }: Definition, { name, ...columns }: TableUse): Choice[] {
  const uuid = tables.find(table => table.name === name)?.uuid
  const rows = uuid === undefined ? undefined : contentOf(uuid)
  return rows ? rowChoices(rows, columns, default_language) : none
}

type TableUse = { name: string; value: string; label: string }

const choicesByTable = new WeakMap<Rows, Map<string, Choice[]>>()

/**
 * Rows of a table as choices, with all columns for filters; the same array for the same columns. Rows without a value
 * are left out. A column `label::hu` holds the labels of that language.
 */
function rowChoices(rows: Rows, { value, label }: Omit<TableChoices, 'name'>, own: Locale): Choice[] {
  const key = JSON.stringify([value, label, own])
  const known = choicesByTable.get(rows)
  const found = known?.get(key)
  if (found) return found
  const others = locales.filter(locale => rows.has(`${label}::${locale}`))
  const choices = rows.rows.flatMap((cells, row): Choice[] => {
    const id = rows.cell(row, value)
    if (id === '') return []
    const words: LocalizedText = { [own]: rows.cell(row, label) || id }
    for (const locale of others) {
      const text = rows.cell(row, `${label}::${locale}`)
      if (text) words[locale] = text
    }
    return [
      { id, label: words, attributes: Object.fromEntries(rows.columns.map((name, at) => [name, cells[at] ?? ''])) },
    ]
  })
  choicesByTable.set(rows, (known ?? new Map()).set(key, choices))
  return choices
}

// Sources of lookups in expressions, by name: the tables of a form, its choice sets, and the choices of single
// questions.

/** Files are named with or without their extension. */
export const tableNamed = (name: string): string => name.trim().replace(/\.(?:csv|xml|geojson)$/i, '')

const tablesByChoices = new WeakMap<Choice[], Map<string, Rows>>()

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
  const known = tablesByChoices.get(choices)
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
  tablesByChoices.set(choices, (known ?? new Map()).set(language, rows))
  return rows
}
