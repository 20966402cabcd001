/**
 * The last net: answers that could not be written to the journal, because the device has no room or the page is going away, are
 * laid down in local storage, which has room of its own and writes at once. A page that goes away has no time to seal, so what is
 * not kept yet is sealed as soon as it is typed, and only put there at the end. The next opening takes it from there.
 */
import type { Answer, FileReference, RowReference } from '#shared/forms/answers/answers.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { findKey } from '../../lib/encryption/deviceKey.ts'
import { decryptText, encryptText, type LegacyText } from '../../lib/encryption/encryption.ts'
import { onDevice } from '../../lib/storage.ts'
import { inJournal } from './journalDatabase.ts'

const prefixOf = (userId: number) => `tend_rescue_${userId}_`
const keyOf = (userId: number, uuid: string) => prefixOf(userId) + uuid

export class LastResort {
  private readonly userId: number
  private readonly uuid: string
  /** Once it is known it stays: what is typed while the session ends is sealed too. */
  private key: CryptoKey | null = null
  private latest = 0
  private ready: { of: number; text: string } | undefined
  private isWanted = false

  constructor(userId: number, uuid: string) {
    this.userId = userId
    this.uuid = uuid
  }

  /** Makes rows ready to be laid down, sealed where this device has a key. Resolves when they are. */
  async note(rows: AnswerRow[]): Promise<void> {
    const of = ++this.latest
    const text = await this.sealed(rows).catch(() => undefined)
    if (text === undefined || of < (this.ready?.of ?? 0)) return
    this.ready = { of, text }
    if (this.isWanted) this.layDown()
  }

  /** Lays down what is ready, at once; what is being made ready follows it. False when even that failed. */
  layDown(): boolean {
    this.isWanted = true
    if (!this.ready) return false
    return onDevice.write(keyOf(this.userId, this.uuid), this.ready.text)
  }

  private async sealed(rows: AnswerRow[]): Promise<string> {
    this.key ??= await findKey(this.userId)
    return sealed(this.key, this.userId, this.uuid, rows)
  }

  /** Forgets it: the journal has all of it. */
  clear(): void {
    this.latest++
    this.isWanted = false
    this.ready = undefined
    clearRescue(this.userId, this.uuid)
  }
}

/** Openly where this device has no key. */
async function sealed(key: CryptoKey | null, userId: number, uuid: string, rows: AnswerRow[]): Promise<string> {
  const text = JSON.stringify(rows)
  return key ? JSON.stringify({ sealed: await encryptText(key, keyOf(userId, uuid), text) }) : text
}

/**
 * Reads the rows that were laid down. A reference to a photo stays where the device has the photo, or where the kept row of that
 * question names it: the write of a photo may have arrived though its page was left before it could be read back.
 */
export async function readFromStorage(userId: number, uuid: string): Promise<AnswerRow[]> {
  const rows = await readLaidDown(userId, uuid)
  const wanted = rows.flatMap(({ answer }) => photosIn(answer))
  if (wanted.length === 0) return rows
  const here = await inJournal(userId, async ({ photos, answers }) => {
    const kept = await answers.where('uuid').equals(uuid).toArray()
    const named = new Map(kept.map(({ question_id, answer }) => [question_id, photosIn(answer)]))
    const found = await photos.where('uuid').anyOf(wanted).primaryKeys()
    return { named, found: new Set(found) }
  }).catch(error => console.warn('The photos of what was laid down could not be looked up', error))
  if (!here) return rows
  return rows.map(row => ({
    ...row,
    answer: withPhotos(
      row.answer,
      one => here.found.has(one) || here.named.get(row.question_id)?.includes(one) === true,
    ),
  }))
}

type Item = string | FileReference | RowReference
const photoOf = (item: Item) => (typeof item === 'string' || !('uuid' in item) ? undefined : item.uuid)

/** The photos that an answer names, as its value and beside it. */
const photosIn = ({ value, photos = [] }: Answer): string[] =>
  [...(Array.isArray(value) ? (value as Item[]) : []), ...photos].flatMap(item => photoOf(item) ?? [])

/** The answer with those of its photos that are here. */
function withPhotos(answer: Answer, isHere: (uuid: string) => boolean): Answer {
  const { value, photos, ...rest } = answer
  const stays = (item: Item) => {
    const uuid = photoOf(item)
    return uuid === undefined || isHere(uuid)
  }
  return {
    ...rest,
    ...(value !== undefined && { value: Array.isArray(value) ? ([...value].filter(stays) as typeof value) : value }),
    ...(photos && { photos: photos.filter(stays) }),
  }
}

/** The rows that were laid down; those of earlier versions too. */
async function readLaidDown(userId: number, uuid: string): Promise<AnswerRow[]> {
  try {
    const laid: AnswerRow[] | { sealed: string } | LegacyText = JSON.parse(onDevice.read(keyOf(userId, uuid)) ?? '[]')
    if (Array.isArray(laid)) return laid
    if ('hidden' in laid) {
      // Hardly any device has such a text any more.
      const { decryptLegacyText } = await import('../../lib/encryption/encryption.ts')
      return JSON.parse((await decryptLegacyText(userId, laid)) ?? '[]')
    }
    const key = await findKey(userId)
    return key ? JSON.parse(await decryptText(key, keyOf(userId, uuid), laid.sealed)) : []
  } catch {
    return []
  }
}

/** Forgets them, when they are in the journal. */
export function clearRescue(userId: number, uuid: string): void {
  onDevice.remove(keyOf(userId, uuid))
}

/** Seals what was laid down before there was a key, or hidden by an earlier version. */
export async function sealRescues(userId: number): Promise<void> {
  const key = await findKey(userId)
  for (const name of onDevice.namesFrom(prefixOf(userId))) {
    const uuid = name.slice(prefixOf(userId).length)
    if (onDevice.read(name)?.startsWith('{"sealed"')) continue
    const rows = await readLaidDown(userId, uuid)
    if (rows.length > 0) onDevice.write(name, await sealed(key, userId, uuid, rows))
  }
}
