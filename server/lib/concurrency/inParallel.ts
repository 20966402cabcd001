/**
 * Works on all of some items, on a few at once, and returns what came of them in their order. After a failure no other
 * is begun, and those under way are awaited: nothing goes on behind the caller's back.
 */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...items].entries()
  let hasFailed = false
  const next = async () => {
    for (const [at, item] of waiting) {
      if (hasFailed) return
      try {
        results[at] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, next))
  const failed = ended.find(one => one.status === 'rejected')
  if (failed) throw failed.reason
  return results
}

/** Collects items into arrays of this length, the last of which may be shorter. */
export async function* inPieces<Item>(items: AsyncIterable<Item>, length: number): AsyncGenerator<Item[]> {
  let piece: Item[] = []
  for await (const item of items) {
    if (piece.push(item) < length) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
