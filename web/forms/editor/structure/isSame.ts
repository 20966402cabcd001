/** Whether two pieces of a form say the same. The database keeps properties in an order of its own. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || canonical(one) === canonical(other)

const canonical = (value: unknown) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
