/**
 * What the bench has started or made and must end or remove, also when it is interrupted: `await using` does it at the
 * end of a measurement, `releaseAll` on Ctrl-C.
 */
const held = new Set<() => Promise<void>>()

/** Registers how something ends; disposing of the result ends it, once. */
export function hold(end: () => Promise<void>): AsyncDisposable {
  held.add(end)
  return {
    [Symbol.asyncDispose]: async () => {
      if (held.delete(end)) await end()
    },
  }
}

/** Ends what is still held, the latest first. */
export async function releaseAll(): Promise<void> {
  for (const end of [...held].reverse()) {
    held.delete(end)
    await end().catch(error => console.error(error))
  }
}
