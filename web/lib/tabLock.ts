/**
 * Locks between the tabs of this browser, where it has them: on plain http from another machine work is done at once.
 * A page that was left asks for none, because Firefox gives it one that nothing gives back (docs/decisions/0089).
 */

/** Resolves when this page, which was left, is there again. */
let returned: PromiseWithResolvers<void> | undefined
globalThis.addEventListener?.('pagehide', () => {
  returned ??= Promise.withResolvers()
})
globalThis.addEventListener?.('pageshow', () => {
  returned?.resolve()
  returned = undefined
})

/** Does something after the other tabs that are at it. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  await returned?.promise
  return navigator.locks.request(name, work)
}

type Options = {
  /** Takes the lock from the tab that has it. */
  steal?: boolean
}

/** Does something unless another tab is at it, or this page was left. Returns whether it was done. */
export async function unlessTaken(
  name: string,
  work: () => Promise<void>,
  { steal = false }: Options = {},
): Promise<boolean> {
  if (!navigator.locks) {
    await work()
    return true
  }
  if (returned) return false
  return navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, async lock => {
    if (lock) await work()
    return lock !== null
  })
}
