/**
 * Lets one tab at a time do something. A tab that the system has put to sleep keeps its lock and does nothing with it; after two
 * minutes a tab that a person looks at takes the lock over. What both then do must be harmless when it is done twice.
 */
const patienceMs = 2 * 60_000

export function oneTab(name: string): (work: () => Promise<void>) => Promise<boolean> {
  let refusedSince: number | null = null
  return async work => {
    // Browsers have no locks on plain http from another machine.
    if (!navigator.locks) {
      await work()
      return true
    }
    const isOverdue = refusedSince !== null && Date.now() - refusedSince > patienceMs
    const steal = isOverdue && document.visibilityState === 'visible'
    const isMine = await navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, async lock => {
      if (lock) await work()
      return lock !== null
    })
    refusedSince = isMine ? null : (refusedSince ?? Date.now())
    return isMine
  }
}
