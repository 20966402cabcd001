/**
 * Backs unwritten answers up in local storage, which has room of its own and writes at once, for a full device and for
 * a page that goes away. Such a page has no time to encrypt, so each answer is encrypted as soon as it is typed.
 */
import { findKey } from '../encryption/deviceKey.ts'
import { decryptText, encryptText, type LegacyText } from '../encryption/encryption.ts'
import { isRecord, onDevice, storedJson } from '../storage.ts'

const prefixOf = (userId: number) => `tend_rescue_${userId}_`
const keyOf = (userId: number, uuid: string) => prefixOf(userId) + uuid

type NamedRow = { question_id: string }

/**
 * Rows that are unencrypted, or the encrypted text of each, with the rows that a key came too late for. Of earlier
 * versions one text of all, or one that was hidden.
 */
type LaidDown<Row> = Row[] | Sealed<Row> | { sealed: string } | LegacyText
type Sealed<Row> = { sealed: string[]; plain?: Row[] }

/** `ready` is the last note of the question whose text or plain row is here; a later one may still be encrypted. */
type Unwritten<Row> = { row: Row; noted: number; ready: number; text?: string; plain?: Row }

export class DraftBackup<Row extends NamedRow> {
  private readonly userId: number
  private readonly uuid: string
  /** Stays once it is known: words typed while the session ends are encrypted too. */
  private key: CryptoKey | null = null
  /** The unwritten rows, the latest of each question, with their stored form: `text` once it is ready. */
  private readonly unwritten = new Map<string, Unwritten<Row>>()
  private isWanted = false

  constructor(userId: number, uuid: string) {
    this.userId = userId
    this.uuid = uuid
  }

  /** Makes a row ready to be laid down, encrypted where this device has a key. Resolves when it is. */
  async note(row: Row, backupOf: () => Row = () => row): Promise<void> {
    const own = this.unwritten.get(row.question_id) ?? { row, noted: 0, ready: 0 }
    this.unwritten.set(row.question_id, own)
    own.row = row
    const note = ++own.noted
    const plain = backupOf()
    try {
      this.key ??= await findKey(this.userId)
      await this.makeReady(own, note, plain)
      // A key that came since encrypts what was noted before it too.
      if (this.key)
        for (const one of this.unwritten.values()) if (one.plain) await this.makeReady(one, one.ready, one.plain)
    } catch {
      // Without a key to encrypt it nothing of a signed-out person is laid down.
      return
    }
    if (this.isWanted && this.unwritten.get(row.question_id) === own) this.layDown()
  }

  private async makeReady(own: Unwritten<Row>, note: number, plain: Row): Promise<void> {
    const text = this.key && (await encryptText(this.key, keyOf(this.userId, this.uuid), JSON.stringify(plain)))
    // A later note may have been encrypted first.
    if (note < own.ready) return
    own.ready = note
    if (text) {
      own.text = text
      delete own.plain
    } else {
      own.plain = plain
      delete own.text
    }
  }

  /** Whether this very row can be laid down. */
  isReady(row: Row): boolean {
    const own = this.unwritten.get(row.question_id)
    return own?.row === row && own.ready === own.noted
  }

  /** Forgets a row that is kept. */
  forget(row: Row): void {
    if (this.unwritten.get(row.question_id)?.row === row) this.unwritten.delete(row.question_id)
  }

  /** Lays down at once the rows that are ready; others follow. False when that failed. */
  layDown(): boolean {
    this.isWanted = true
    const all = [...this.unwritten.values()]
    const sealed = all.flatMap(({ text }) => text ?? [])
    const plain = all.flatMap(one => one.plain ?? [])
    if (sealed.length + plain.length === 0) return false
    const both = { sealed, ...(plain.length > 0 && { plain }) }
    const laid: LaidDown<Row> = sealed.length > 0 ? both : plain
    return onDevice.write(keyOf(this.userId, this.uuid), JSON.stringify(laid))
  }

  /** Forgets all of it: it is kept. */
  clear(): void {
    this.isWanted = false
    this.unwritten.clear()
    clearBackup(this.userId, this.uuid)
  }
}

/**
 * Reads the rows that were laid down for a draft, of earlier versions too; none where this device has no key for them.
 */
export async function readBackup<Row>(userId: number, uuid: string): Promise<Row[]> {
  const name = keyOf(userId, uuid)
  try {
    const laid: LaidDown<Row> = JSON.parse(onDevice.read(name) ?? '[]')
    if (Array.isArray(laid)) return laid
    if ('hidden' in laid) {
      // Hardly any device has such a text any more.
      const { decryptLegacyText } = await import('../encryption/encryption.ts')
      return JSON.parse((await decryptLegacyText(userId, laid)) ?? '[]')
    }
    const key = await findKey(userId)
    if (!key) return []
    if (typeof laid.sealed === 'string') return JSON.parse(await decryptText(key, name, laid.sealed))
    const plain = 'plain' in laid ? (laid.plain ?? []) : []
    const opened = await Promise.allSettled(
      laid.sealed.map(async text => JSON.parse(await decryptText(key, name, text))),
    )
    // One that cannot be read takes none of the others with it.
    return [...plain, ...opened.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))]
  } catch {
    return []
  }
}

/** Forgets what was laid down for a draft. */
export const clearBackup = (userId: number, uuid: string): void => onDevice.remove(keyOf(userId, uuid))

/** Encrypts what was laid down before there was a key, or hidden by an earlier version. */
export async function encryptBackups(userId: number): Promise<void> {
  const key = await findKey(userId)
  for (const name of onDevice.namesFrom(prefixOf(userId))) {
    const laid = storedJson(onDevice, name, kept => kept).read()
    const before = isRecord(laid) && 'sealed' in laid ? (laid as Sealed<NamedRow>) : undefined
    const rows = before ? (before.plain ?? []) : await readBackup<NamedRow>(userId, name.slice(prefixOf(userId).length))
    if (rows.length === 0) continue
    const sealed = key && (await Promise.all(rows.map(row => encryptText(key, name, JSON.stringify(row)))))
    if (sealed) onDevice.write(name, JSON.stringify({ sealed: [...(before?.sealed ?? []), ...sealed] }))
    else if (!before) onDevice.write(name, JSON.stringify(rows))
  }
}
