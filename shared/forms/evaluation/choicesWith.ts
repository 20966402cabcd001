import type { Choice } from '../choices.ts'

const indexes = new WeakMap<Choice[], Map<string, Map<string, Choice[]>>>()

/** Finds the choices with a text in a column by an index, in their order. */
export function choicesWith(choices: Choice[], column: string, text: string): Choice[] {
  const known = indexes.get(choices) ?? new Map<string, Map<string, Choice[]>>()
  indexes.set(choices, known)
  const index = known.get(column) ?? Map.groupBy(choices, choice => cellOf(choice, column))
  known.set(column, index)
  return index.get(text) ?? []
}

function cellOf({ id, attributes }: Choice, column: string): string {
  const own = attributes && Object.hasOwn(attributes, column) ? attributes[column] : undefined
  return own ?? (column === 'name' ? id : '')
}
