/** What few people said without a name is not told: whoever knows who was there would know who said it. */
export const fewestAnonymous = 5

/**
 * Which of the groups are hidden, by their places: those of one to four answers without a name; and where that is a single one, the
 * smallest of the others too, because the one would be what the rest leaves of the whole.
 */
export function hiddenGroups(sizes: readonly number[]): Set<number> {
  const hidden = new Set([...sizes.keys()].filter(at => isFew(sizes[at] ?? 0)))
  if (hidden.size !== 1) return hidden
  const others = [...sizes.keys()].filter(at => !hidden.has(at) && (sizes[at] ?? 0) > 0)
  const smallest = others.toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))[0]
  if (smallest !== undefined) hidden.add(smallest)
  return hidden
}

const isFew = (size: number) => size > 0 && size < fewestAnonymous
