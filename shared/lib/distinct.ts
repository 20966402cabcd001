/** Values of a list, each once and in the order of their first place; of equal keys the last value is kept. */
export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)]

export function distinctBy<T>(values: readonly T[], keyOf: (value: T) => unknown): T[] {
  return [...new Map(values.map(value => [keyOf(value), value])).values()]
}
