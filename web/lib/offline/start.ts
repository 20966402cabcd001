/** The outbox of this tab: at work from when the first signed-in screen stands. */
import { api } from '../api.ts'
import { queryClient } from '../queryClient.ts'
import { currentUser } from '../session.ts'
import { bringKey } from './bringKey.ts'
import { interruptible } from './interruptible.ts'
import { oneTab } from './oneTab.ts'
import { Outbox } from './outbox.ts'
import { prune } from './prune.ts'
import { sealRemains } from './sealRemains.ts'

const { server, interrupt } = interruptible(api.submissions)

export const outbox = new Outbox({
  server,
  sender: currentUser,
  exclusively: oneTab('tend-outbox'),
  onDone() {
    for (const noun of ['submissions', 'tasks']) void queryClient.invalidateQueries({ queryKey: [noun] })
  },
})

// Either way the connections of before are dead.
addEventListener('offline', interrupt)
addEventListener('online', () => {
  interrupt()
  void outbox.hurry()
})
document.addEventListener('visibilitychange', () => outbox.hurry())

/** Begins with whoever is signed in now: sends what is due, and forgets what may be forgotten. */
export function startSending(userId: number): void {
  void outbox.hurry()
  prune(userId).catch(error => console.warn('Nothing was tidied up', error))
  if (!currentUser()?.acting_for)
    sealRemains(userId, () => bringKey(userId)).catch(error => console.warn('Not everything is sealed yet', error))
}

let isAsked = false

/** Asks the browser, once, not to clear this site's data when the device runs short of room. */
export function askToPersist(): void {
  if (isAsked) return
  isAsked = true
  navigator.storage?.persist?.().catch(() => undefined)
}
