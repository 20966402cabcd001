/** What few people said without a name is not told: whoever knows who was there would know who said it. */
export const fewestAnonymous = 5

/** Between one and four say too much about who they are. */
export const isFew = (size: number): boolean => size > 0 && size < fewestAnonymous

/**
 * Which of the groups are hidden, by their places, where `sizes` says how many of each have no name: those of one to four, and as many of the
 * smallest others beside them that what the shown ones leave of the whole is two groups at least, and five people at least.
 */
export function hiddenGroups(sizes: readonly number[]): Set<number> {
  const hidden = new Set([...sizes.keys()].filter(at => isFew(sizes[at] ?? 0)))
  if (hidden.size === 0) return hidden
  const others = [...sizes.keys()]
    .filter(at => !hidden.has(at) && (sizes[at] ?? 0) > 0)
    .toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0))
  const left = () => [...hidden].reduce((sum, at) => sum + (sizes[at] ?? 0), 0)
  for (const other of others) {
    if (hidden.size > 1 && left() >= fewestAnonymous) break
    hidden.add(other)
  }
  return hidden
}
