/**
 * After a full device the browser may say of what it writes that it is on the disk, and lose it with all the rest at its next start: Chromium
 * leaves a torn record in the log of its database, goes on writing behind it, and finds the log broken when it reads it again. It begins a new
 * log after four megabytes. So whoever had a write refused writes a little more than that, and removes it, before they call anything kept.
 */

import { onDevice } from '../../storage.ts'
import { fullDevice } from './fullDevice.ts'
import { isQuotaError } from './isQuotaError.ts'

const mark = 'tend_log_torn'
const againMs = 3_000

let isTorn = false
let renewing: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** An abort alone is none: so ends what was under way when the person clears the site's data. */
const errorsOfDisk = ['UnknownError', 'OpenFailedError']

/** Whether a write failed in a way that may have torn the log: for want of room, or as a disk fails. */
const mayTear = (error: unknown): boolean =>
  isQuotaError(error) || (error instanceof Error && errorsOfDisk.includes(error.name))

/** Notes that a write failed; from now on it is tried to have a sound log again, for as long as the page is there. */
export function noteFailedWrite(error: unknown): void {
  if (!mayTear(error) || !globalThis.indexedDB) return
  isTorn = true
  onDevice.write(mark, '1')
  schedule()
}

/** Takes up what an earlier page could not mend. */
export function mendLog(): void {
  if (!onDevice.read(mark)) return
  isTorn = true
  schedule()
}

/** Resolves when what was written is safe; throws the error of the device that still has no room. */
export async function logIsSound(): Promise<void> {
  if (!isTorn) return
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  await renewing
}

function schedule(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void logIsSound().catch(schedule), againMs)
}

async function renew(): Promise<void> {
  await (await fullDevice()).renewLog()
  isTorn = false
  clearTimeout(timer)
  onDevice.remove(mark)
}
