/** The outbox of this tab: at work from when the first signed-in screen stands. */
import { currentUser } from '../session/session.ts'
import { backOff } from './backOff.ts'
import { whenDropped } from './database/database.ts'
import { mendLog } from './database/soundLog.ts'
import { interrupt } from './interruptible.ts'
import { allKinds } from './kinds.ts'
import { oneTab } from './oneTab.ts'
import { Outbox } from './outbox.ts'
import { whenKeyComes } from './sealing/deviceKey.ts'
import { fetchKey } from './sealing/fetchKey.ts'
import { sealPlainRows } from './sealing/sealPlainRows.ts'

export const outbox = new Outbox({ kinds: allKinds, sender: currentUser, exclusively: oneTab('tend-outbox') })

/** Looks at what is due now and then, whatever became of the clock that was set for it. */
const lookEveryMs = 5 * 60_000
setInterval(() => void outbox.sendAll(), lookEveryMs)
// Either way the connections of before are dead.
addEventListener('offline', interrupt)
addEventListener('online', () => {
  interrupt()
  void outbox.sendNow()
})
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void outbox.sendNow())
whenDropped(() => {
  import('./database/afterDrop.ts').then(
    ({ keepAgainSoon }) => keepAgainSoon(),
    error => console.warn('What was dropped is kept again by open forms alone', error),
  )
})
/** The screen that waited for the key as well comes first. */
const afterKeyMs = 500
// What it could not read it has not sent either.
whenKeyComes(() => setTimeout(() => void outbox.sendNow(), afterKeyMs))

/** Begins with whoever is signed in now: sends what is due, and seals what lay open. */
export function startSending(userId: number): void {
  void outbox.sendNow()
  mendLog()
  import('./sealing/locks.ts').then(locks => locks.tidyLocks(userId)).catch(() => undefined)
  sealSoon(userId)
}

/** Seals what lay open; again until it could be, for without a key all that is kept meanwhile lies open too. */
function sealSoon(userId: number, failures = 0): void {
  const user = currentUser()
  if (user?.id !== userId || user.acting_for) return
  sealPlainRows(userId, () => fetchKey(userId)).catch(error => {
    if (failures === 0) console.warn('Not everything is sealed yet', error)
    const again = () => {
      clearTimeout(timer)
      unwatch()
      removeEventListener('online', again)
      sealSoon(userId, failures + 1)
    }
    const timer = setTimeout(again, backOff(failures + 1))
    const unwatch = whenKeyComes(again)
    addEventListener('online', again)
  })
}

let isAsked = false

/** Asks the browser, once, not to clear this site's data when the device runs short of room. */
export function askToPersist(): void {
  if (isAsked) return
  isAsked = true
  navigator.storage?.persist?.().catch(() => undefined)
}
