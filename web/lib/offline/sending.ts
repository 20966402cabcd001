/** The outbox of this tab: what screens put in, and when it is sent. */
import { onKeyAvailable, restoreKeyAndSession } from '../encryption/deviceKey.ts'
import { currentUser, fetchKey } from '../session/session.ts'
import { abortAll } from '../withTimeout.ts'
import { leaveOrphan, newOutboxEntry, putEntries, whenDropped } from './database.ts'
import { encryptExistingRows } from './encryptExisting.ts'
import { backOff, Outbox, withTabLock } from './outbox.ts'
import { loadHandlers, type NewEntry } from './outboxHandler.ts'
import { loadFullDevice, resumeLogRepair } from './recovery/storageRecovery.ts'

export const outbox = new Outbox({
  handlers: loadHandlers,
  sender: currentUser,
  exclusively: withTabLock('tend-outbox'),
})

type Order = {
  /** The uuids of entries that leave the outbox in the same transaction. */
  replaced?: string[]
  /** When they are sent, in ms from now. */
  afterMs?: number
}

/** Puts a person's work into the outbox. Resolves when it is on the disk. Throws the device's error. */
export async function enqueue(added: NewEntry[], { replaced = [], afterMs = 0 }: Order = {}): Promise<void> {
  const userId = added[0]?.user_id ?? currentUser()?.id
  if (userId === undefined) throw new Error('Nobody is signed in')
  await putEntries(userId, added.map(newOutboxEntry), replaced)
  outbox.sendSoon(afterMs)
}

/** Sends all that waits. */
export const sendNow = (): Promise<void> => outbox.sendNow()

/** Sends what was kept a little later, or after `afterMs`. */
export function sendSoon(afterMs?: number): void {
  askToPersist()
  outbox.sendSoon(afterMs)
}

/** Looks for due entries now and then, in case the timer that was set for them is lost. */
const lookEveryMs = 5 * 60_000
setInterval(() => void outbox.sendAll(), lookEveryMs)
// Either way the connections of before are dead.
addEventListener('offline', abortAll)
addEventListener('online', () => {
  abortAll()
  void outbox.sendNow()
})
document.addEventListener('visibilitychange', () => outbox.sendNow())
whenDropped(() => {
  restoreAfterDrop().catch(error => console.warn('What was dropped is kept again by open forms alone', error))
})
/** The screen that waited for the key as well comes first. */
const afterKeyMs = 500
// What it could not read it has not sent either.
onKeyAvailable(() => setTimeout(() => void outbox.sendNow(), afterKeyMs))

/**
 * Makes sure of the key and of the session's second copy after a drop, several times: the browser may remove with the
 * rest what was written a moment later.
 */
async function restoreAfterDrop(): Promise<void> {
  const { restoreSeveralTimes } = await loadFullDevice()
  restoreSeveralTimes(async () => {
    const user = currentUser()
    if (!user) return
    await restoreKeyAndSession(user.id)
    await leaveOrphan(user.id)
  })
}

/** Starts for the signed-in person: sends due entries, and encrypts unencrypted rows. */
export function startSending(userId: number): void {
  void outbox.sendNow()
  resumeLogRepair()
  import('../encryption/keyVault.ts').then(vault => vault.pruneVault(userId)).catch(() => undefined)
  encryptExistingSoon(userId)
}

/** Encrypts unencrypted rows, again until it succeeds: without a key, new rows are unencrypted too. */
function encryptExistingSoon(userId: number, failures = 0): void {
  const user = currentUser()
  if (user?.id !== userId || user.acting_for) return
  encryptExistingRows(userId, () => fetchKey(userId)).catch(error => {
    if (failures === 0) console.warn('Not everything is encrypted yet', error)
    const again = () => {
      clearTimeout(timer)
      unwatch()
      removeEventListener('online', again)
      encryptExistingSoon(userId, failures + 1)
    }
    const timer = setTimeout(again, backOff(failures + 1))
    const unwatch = onKeyAvailable(again)
    addEventListener('online', again)
  })
}

let isAsked = false

/** Asks the browser, once, not to clear this site's data when the device runs short of room. */
function askToPersist(): void {
  if (isAsked) return
  isAsked = true
  navigator.storage?.persist?.().catch(() => undefined)
}
