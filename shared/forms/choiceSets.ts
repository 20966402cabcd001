import type { Definition, Element } from './definition.ts'

const inlined = new WeakMap<Definition, Definition>()

/**
 * The form with the choices of its sets standing in the questions that take them, which is what screens and engine work with; the same
 * object for the same definition, and the definition itself where nothing takes a set. Never to be saved in place of the definition.
 */
export function withChoices(definition: Definition): Definition {
  if (!definition.choice_sets?.length) return definition
  const known = inlined.get(definition)
  if (known) return known
  const sets = new Map(definition.choice_sets.map(({ id, choices }) => [id, choices]))
  const each = (elements: Element[]): Element[] => elements.map(filled)
  const filled = (element: Element): Element => {
    if (element.type === 'group' || element.type === 'repeat') return { ...element, questions: each(element.questions) }
    if (!('choices' in element) || element.choice_set === undefined) return element
    return { ...element, choices: sets.get(element.choice_set) ?? [] }
  }
  const sections = definition.sections.map(section => ({ ...section, questions: each(section.questions) }))
  const whole = { ...definition, sections }
  inlined.set(definition, whole)
  // Asked for again with its own result, there is nothing left to do.
  inlined.set(whole, whole)
  return whole
}
