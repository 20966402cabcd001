import type { Choice } from './choices.ts'
import type { Definition, Element } from './definition.ts'
import { contentOf, contentsNow, missingTables } from './tables/contents.ts'
import { rowChoices } from './tables/rowChoices.ts'

/** `at` says which contents of tables were at hand, where some were not. */
const inlined = new WeakMap<Definition, { whole: Definition; at: number | undefined }>()

/** Whether what was made of a definition is what would be made of it now: tables may have come since. */
export const isStill = (at: number | undefined): boolean => at === undefined || at === contentsNow()

/** To be kept beside what is made of a definition, for `isStill`. */
export const madeAt = (definition: Definition): number | undefined =>
  missingTables(definition).length > 0 ? contentsNow() : undefined

/**
 * The form with the choices of its sets and the rows of its tables standing in the questions that take them, which is what screens and
 * engine work with; the same object for the same definition, and the definition itself where nothing takes any. A table whose content is
 * not at hand has no choices. Never to be saved in place of the definition.
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
  // Asked for again with its own result, there is nothing left to do.
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
