/**
 * Survives the faults of the browsers' storage. Nothing else of the app knows them; what they are:
 *
 * - WebKit closes databases when its storage process ends, as under memory pressure, in the middle of a write
 *   (https://bugs.webkit.org/show_bug.cgi?id=197050, https://bugs.webkit.org/show_bug.cgi?id=277615).
 * - Chromium on a full disk leaves a torn record in the log of its database, writes on behind it, and drops the whole
 *   database when it reads the log again (https://github.com/electron/electron/issues/41877).
 * - From then on it answers a page's every request with an error, also when there is room again
 *   (https://issues.chromium.org/issues/41041214).
 * - Chromium removes databases under an open page when the site's data is cleared
 *   (https://github.com/dexie/Dexie.js/issues/543).
 * - WebKit keeps the open transactions of a page that was left (`pageAtRest.ts`).
 */
import { Dexie } from 'dexie'
import { onDevice, storedText } from '../../storage.ts'

/** How a person's database is had; `inDatabase` says it. */
type Access<Database> = {
  open(): Database | PromiseLike<Database>
  /** Closes it, so that the next `open` makes another; undefined where it could not be opened. */
  leave(database: Database | undefined): void
  /** Fetches what the error says is missing; undefined where nothing is. */
  fetchMissing(error: unknown): PromiseLike<void> | undefined
}

const maxAttempts = 4
const firstPauseMs = 80
const pause = (ms: number) => new Dexie.Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Does work in a database, again from its start where the database was closed or dropped under it. The work must be
 * repeatable. Throws the error of the work, or the database's own where it cannot be opened.
 */
export async function withRecovery<Database extends Dexie, T>(
  { open, leave, fetchMissing }: Access<Database>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let database: Database | undefined
    try {
      const opened = open()
      // A native promise would take a live query's thread from it, where there is nothing to wait for.
      database = 'then' in opened ? await opened : opened
      loadFullDevice().catch(() => undefined)
      return await unlessDropped(database, work)
    } catch (error) {
      noteFailedWrite(error)
      const isShut = !database || database.hasFailed()
      // One that could not be opened says the same for ever, also when there is room again.
      if (isShut) leave(database)
      const missing = attempt < maxAttempts ? fetchMissing(error) : undefined
      if (missing) await Dexie.Promise.resolve(missing)
      else if (attempt === maxAttempts || !isLost(error)) throw error
      leave(database)
      await pause(firstPauseMs * 2 ** (attempt - 1))
      if (isShut)
        await Dexie.Promise.resolve(
          loadFullDevice().then(
            ({ reopenIndexedDb }) => reopenIndexedDb(),
            () => undefined,
          ),
        )
    }
  }
}

/** How long work may still end whose database was closed. */
const graceMs = 3_000

/** Rejects where the database was dropped: the browser never says how a transaction ended that was under way then. */
async function unlessDropped<Database extends Dexie, T>(
  database: Database,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp = () => {}
  const dropped = new Dexie.Promise<never>((_, reject) => {
    giveUp = () => {
      timer ??= setTimeout(() => reject(new Dexie.DatabaseClosedError('The database was dropped')), graceMs)
    }
  })
  database.on('close', giveUp)
  try {
    return await Dexie.Promise.race([work(database), dropped])
  } finally {
    clearTimeout(timer)
    database.on.close.unsubscribe(giveUp)
  }
}

const lost = [
  ...['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'TransactionInactiveError', 'OpenFailedError'],
  'AbortError',
]

const isLost = (error: unknown): boolean => error instanceof Error && !isQuotaError(error) && lost.includes(error.name)

/** Tells whether an error, or one within it, has one of these names. */
function isNamed(error: unknown, names: readonly string[]): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && names.includes(String(error.name))) return true
  return 'inner' in error && isNamed(error.inner, names)
}

/** Tells whether a write failed because the device has no room left. */
export const isQuotaError = (error: unknown): boolean => isNamed(error, ['QuotaExceededError'])

let fullDevice: Promise<typeof import('./fullDevice.ts')> | undefined

/**
 * Loads what a page needs on a full device, behind its first screen: later the browser may have dropped the app's files
 * too. Rejects where it cannot be had now.
 */
export function loadFullDevice(): Promise<typeof import('./fullDevice.ts')> {
  fullDevice ??= import('./fullDevice.ts').catch(error => {
    fullDevice = undefined
    throw error
  })
  return fullDevice
}

// The torn log. Chromium begins a new one after four megabytes, so a little more is written before anything counts as
// kept.

const torn = storedText(onDevice, 'tend_log_torn')
const repairAgainMs = 3_000

let isTorn = false
let repairing: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells whether a write failed for want of room or as a disk fails. */
function mayTear(error: unknown): boolean {
  if (isQuotaError(error)) return true
  // An abort tears nothing: so end a write under way when data is cleared, and an upgrade whose page is put to rest.
  if (isNamed(error, ['AbortError'])) return false
  return error instanceof Error && ['UnknownError', 'OpenFailedError'].includes(error.name)
}

/** Notes that a write failed; while the page is open it tries to have a sound log again. */
export function noteFailedWrite(error: unknown): void {
  if (!mayTear(error) || !globalThis.indexedDB) return
  isTorn = true
  torn.write('1')
  repairSoon()
}

/** Takes up a repair that an earlier page could not end. */
export function resumeLogRepair(): void {
  if (!torn.read()) return
  isTorn = true
  repairSoon()
}

/** Resolves when the written data is safe. Throws the error of the device that still has no room. */
export async function logIsSound(): Promise<void> {
  if (!isTorn) return
  repairing ??= repair().finally(() => {
    repairing = undefined
  })
  await repairing
}

function repairSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void logIsSound().catch(repairSoon), repairAgainMs)
}

async function repair(): Promise<void> {
  await (await loadFullDevice()).rotateLog()
  isTorn = false
  clearTimeout(timer)
  torn.remove()
}
