/** Ships the log of the PostgreSQL that comes with tend while tend runs (shipping.ts). */
import { Client } from 'pg'
import { startWorkerProcess } from '../concurrency/workerProcess.ts'
import type { Config } from '../config/config.ts'
import { storageAt } from '../files/s3Storage.ts'
import { type Encryption, encryptionOf } from './encryption.ts'
import type { RecipientAnswer, RecipientRequest } from './recipientProcess.ts'
import { dropSlots, lastShipped, noteShipped, Shipping } from './shipping.ts'

/** Half of the minute that may be lost: the other half is for the way to the target. */
const everyMs = 30_000
/** How long a stop waits for the last piece. */
const lastMs = 10_000
const keyMs = 60_000

/** Whether the log is kept with the backups. */
export const keepsLog = ({ databaseUrl, backups }: Pick<Config, 'databaseUrl' | 'backups'>): boolean =>
  !databaseUrl && backups.hour !== null && backups.isContinuous

/**
 * Ships the log again and again. A failure is noted for the health page and tried again.
 * @returns what ships the last of it and ends
 */
export function startArchiving(config: Config, ownerUrl: string, cluster: string): () => Promise<void> {
  const { dataDir } = config
  let since = Date.now() - 24 * 3600_000
  let current: { place: string; shipping: Shipping } | undefined
  /** Where backups go can be changed while tend runs; the log then goes there too. */
  const shippingNow = (): Shipping => {
    const { backups, files, s3 } = config
    const place = JSON.stringify([backups.folder, backups.secrets, files])
    if (current?.place === place) return current.shipping
    const target = storageAt(backups.folder, s3)
    let found: Promise<Encryption | null> | undefined
    const encryption = () => {
      found ??= recipientOf(config)
        .then(recipient => encryptionOf(target, { recipient }))
        .catch(error => {
          found = undefined
          throw error
        })
      return found
    }
    const shipping = new Shipping(
      { ownerUrl, cluster, storage: storageAt(files, s3), target, encryption },
      new Date(since),
    )
    current = { place, shipping }
    return shipping
  }
  let shipped: { until: string | null; archive: string | null } = { until: null, archive: null }
  const shipOnce = async () => {
    try {
      const { until, archive } = await shippingNow().ship()
      shipped = { until: until.toISOString(), archive }
      await noteShipped(dataDir, { ...shipped, error: null })
    } catch (error) {
      await noteShipped(dataDir, { ...shipped, error: (error as Error).message }).catch(complain)
    }
  }
  let running = lastShipped(dataDir).then(before => {
    if (before) shipped = { until: before.until, archive: before.archive }
    // Files of a time in which the target could not be reached are copied too.
    if (before?.until) since = Math.min(since, Date.parse(before.until))
  }, complain)
  let isShipping = false
  const timer = setInterval(() => {
    // A slow target gets one after the other, and no queue.
    if (isShipping) return
    isShipping = true
    running = running.then(shipOnce).finally(() => {
      isShipping = false
    })
  }, everyMs).unref()
  return async () => {
    clearInterval(timer)
    const late = new Promise(resolve => setTimeout(resolve, lastMs).unref())
    await Promise.race([running.then(shipOnce), late])
  }
}

/** A full disk, or a damaged note, ends no tend. */
function complain(error: Error): void {
  console.error(`How the database's log was saved cannot be noted: ${error.message}`)
}

/** Lets go of a log that was kept before. */
export async function stopKeepingLog(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend log' })
  await client.connect()
  await dropSlots(client).finally(() => client.end())
}

/** The public key that is encrypted to. A passphrase takes a second of a processor, which calls do not wait for. */
async function recipientOf({ backups: { folder, secrets }, s3 }: Config): Promise<string | undefined> {
  if (secrets.recipient || !(secrets.passphrase || secrets.identity)) return secrets.recipient
  const child = startWorkerProcess<RecipientRequest, RecipientAnswer>(new URL('./recipientProcess.ts', import.meta.url))
  const answer = await child.ask({ folder, s3, secrets }, keyMs).finally(() => child.stop())
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.recipient
}
