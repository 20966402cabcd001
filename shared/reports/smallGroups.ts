/** Hides what few anonymous people said, because others could tell who they are. */
export const fewestAnonymous = 5

/** Tells whether a group is small enough to be hidden. */
export const isFew = (size: number): boolean => size > 0 && size < fewestAnonymous

/**
 * Places of the hidden groups; `sizes` are the numbers of anonymous people. Hides groups of one to four, and as many of
 * the smallest others that the difference to the total covers two groups and five people at least.
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
