/** Three-way merge, the only one: of a form's answers, of a form or guide that is written, of a row that is edited. */

export type Merge3<Value> = {
  /** What only the others changed; undefined where they removed it. */
  taken: Map<string, Value | undefined>
  /** The keys that both sides changed to different values. */
  conflicting: string[]
}

type State<Value> = Readonly<Record<string, Value | undefined>>

type Sides<Value> = {
  /** The state that both sides agreed on. */
  base: State<Value>
  mine: State<Value>
  theirs: State<Value>
  isSame: (one: Value | undefined, other: Value | undefined) => boolean
  /** Whether a value that differs came from here, and so is no change of the others. */
  isMine?: (key: string, theirs: Value | undefined) => boolean
}

/** Compares two changed states with the state before, key by key. One side's change wins; mine where both changed. */
export function merge3<Value>({ base, mine, theirs, isSame, isMine }: Sides<Value>): Merge3<Value> {
  const merge: Merge3<Value> = { taken: new Map(), conflicting: [] }
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = theirs[key]
    if (isSame(value, base[key]) || isSame(value, mine[key]) || isMine?.(key, value)) continue
    if (isSame(mine[key], base[key])) merge.taken.set(key, value)
    else merge.conflicting.push(key)
  }
  return merge
}
