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
