/**
 * Locks between the tabs of this browser, for which a page that was left does not ask: Firefox gives one to pages in
 * its back/forward cache too, where nothing gives it back and all other tabs wait for it (docs/decisions/0089). Browsers
 * have no locks on plain http from another machine: work is done at once there.
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
