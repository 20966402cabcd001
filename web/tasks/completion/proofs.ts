/**
 * What shows that a task is done, by occurrence: words and photos, sealed on this device from the first letter on. A
 * phone may end the app while the camera is open, an end may be undone, and a sheet be closed: they are there until
 * the server has them.
 */
import { newKey } from '../../lib/attemptKey.ts'
import { inDatabase, type OfflineDatabase } from '../../lib/offline/database.ts'

export type ProofPhoto = {
  uuid: string
  /** The occurrence. */
  sent_id: number
  name: string
  content_type: string
  taken_at: string
  bytes: ArrayBuffer
}
type ProofWords = { sent_id: number; words: string; written_at: string }

/** So long what nobody sent stays here. */
const keptForMs = 60 * 24 * 3600_000

const wordsIn = (database: OfflineDatabase) => database.table<ProofWords, number>('taskProofs')
const photosIn = (database: OfflineDatabase) => database.table<ProofPhoto, string>('taskPhotos')
/** Photos that a device which keeps nothing could not keep: they live while the page. */
const unkept = new Map<string, ProofPhoto>()

/** A photo drawn by this device, kept. The server will call it by the same uuid, however often it is sent. */
export async function keepProofPhoto(userId: number, sent_id: number, name: string, picture: Blob) {
  const photo: ProofPhoto = {
    ...{ uuid: newKey(), sent_id, name, content_type: picture.type },
    taken_at: new Date().toISOString(),
    bytes: await picture.arrayBuffer(),
  }
  await inDatabase(userId, database => photosIn(database).put(photo)).catch(error => {
    console.error('This device cannot keep a photo', error)
    unkept.set(photo.uuid, photo)
  })
  return photo
}

/** The photos of an occurrence, or those of them that an end names, in the order in which they were taken. */
export async function proofPhotos(userId: number, sentId: number, uuids?: readonly string[]): Promise<ProofPhoto[]> {
  const kept = await inDatabase(userId, database => photosIn(database).where('sent_id').equals(sentId).toArray()).catch(
    () => [],
  )
  return [...kept, ...unkept.values()]
    .filter(({ uuid, sent_id }) => sent_id === sentId && (!uuids || uuids.includes(uuid)))
    .sort((one, other) => one.taken_at.localeCompare(other.taken_at))
}

export async function removeProofPhoto(userId: number, uuid: string): Promise<void> {
  unkept.delete(uuid)
  await inDatabase(userId, database => photosIn(database).delete(uuid)).catch(() => undefined)
}

export const keepProofWords = (userId: number, sent_id: number, words: string): Promise<unknown> =>
  inDatabase(userId, database => wordsIn(database).put({ sent_id, words, written_at: new Date().toISOString() })).catch(
    error => console.error('This device cannot keep what was written', error),
  )

export const proofWords = (userId: number, sentId: number): Promise<string> =>
  inDatabase(userId, async database => (await wordsIn(database).get(sentId))?.words ?? '').catch(() => '')

/** The server has it. */
export async function forgetProof(userId: number, sentId: number): Promise<void> {
  for (const { uuid, sent_id } of unkept.values()) if (sent_id === sentId) unkept.delete(uuid)
  await inDatabase(userId, async database => {
    await photosIn(database).where('sent_id').equals(sentId).delete()
    await wordsIn(database).delete(sentId)
  }).catch(error => console.error('What the server has is still kept here', error))
}

/** Deletes photos that nobody sent for two months, except those that the outbox names. */
export async function forgetOldProofs(userId: number): Promise<void> {
  const before = new Date(Date.now() - keptForMs).toISOString()
  await inDatabase(userId, async database => {
    const entries = await database.entries.toArray()
    const wanted = new Set(entries.flatMap(entry => ('sent_id' in entry ? [entry.sent_id] : [])))
    const words = await wordsIn(database).toArray()
    const photos = await photosIn(database).toArray()
    const isOver = (at: string, sentId: number) => at < before && !wanted.has(sentId)
    await wordsIn(database).bulkDelete(words.filter(one => isOver(one.written_at, one.sent_id)).map(one => one.sent_id))
    await photosIn(database).bulkDelete(photos.filter(one => isOver(one.taken_at, one.sent_id)).map(one => one.uuid))
  })
}
