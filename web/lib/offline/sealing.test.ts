import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newKey } from '../attemptKey.ts'
import { deleteDatabase, inDatabase } from './database.ts'
import { findKey, forgetKey, isMarkedPlain, keepKey, SignedOut } from './deviceKey.ts'
import type { Entry, PhotoRow } from './entry.ts'
import { keepAnswers } from './journal.ts'
import { newEntry } from './newEntry.ts'
import { preparePad } from './pad.ts'
import { clearRescue, hideRescues, layDown, pickUp } from './rescue.ts'
import { sealRemains } from './sealRemains.ts'

let anna = 21
const secret = Buffer.alloc(32, 7).toString('base64url')
const other = Buffer.alloc(32, 8).toString('base64url')
const shelf: Record<string, string> = {}

beforeEach(() => {
  // Somebody else each time: who signed out stays so in this page.
  anna++
  const storage = {
    getItem: (name: string) => shelf[name] ?? null,
    setItem: (name: string, text: string) => {
      shelf[name] = text
    },
    removeItem: (name: string) => delete shelf[name],
  }
  vi.stubGlobal('localStorage', new Proxy(shelf, { get: (_, name: string) => storage[name as keyof typeof storage] }))
})

afterEach(async () => {
  await keepKey(anna, secret)
  await deleteDatabase(anna)
  forgetKey(anna)
  for (const name of Object.keys(shelf)) delete shelf[name]
  vi.unstubAllGlobals()
})

const begin = (): Entry =>
  newEntry({ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: { en: 'Pen check' } })

/** An entry with an answer and a photo of a megabyte. */
async function kept(entry = begin()): Promise<Entry> {
  const photo: PhotoRow = {
    ...{ uuid: newKey(), entry_uuid: entry.uuid, question_id: 'water', name: 'trough.jpg', content_type: 'image/jpeg' },
    ...{ bytes: new Uint8Array(1_000_000).fill(65).buffer, sha256: null, path: null, state: 'kept', taken_at: '' },
  }
  const answer = { value: 'no', note: 'Ewe 12 limps', photos: [{ uuid: photo.uuid }] }
  await keepAnswers(entry, [{ uuid: entry.uuid, question_id: 'water', answer, changed_at: 1 }], [photo])
  return entry
}

/** All that the device holds of the person, as text, past everything that could open it. */
async function rawText(): Promise<string> {
  const database = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(`tend-${anna}`)
    request.onsuccess = () => resolve(request.result)
  })
  const rows: unknown[] = []
  for (const name of database.objectStoreNames)
    await new Promise<void>(resolve => {
      const request = database.transaction(name).objectStore(name).getAll()
      request.onsuccess = () => {
        rows.push(...request.result)
        resolve()
      }
    })
  database.close()
  return JSON.stringify(rows, (_, value) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
  )
}

const readAll = (entry: Entry) =>
  inDatabase(anna, async ({ entries, answers, photos }) => ({
    entry: await entries.get(entry.uuid),
    answers: await answers.where('uuid').equals(entry.uuid).toArray(),
    photos: await photos.where('entry_uuid').equals(entry.uuid).toArray(),
  }))

test('what is kept with a key can be read with it, and its raw rows say neither words nor pictures', async () => {
  await keepKey(anna, secret)
  const entry = await kept()
  const found = await readAll(entry)
  expect(found.entry).toMatchObject({ form_name: { en: 'Pen check' }, state: 'draft' })
  expect(found.answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
  expect(new Uint8Array(found.photos[0]?.bytes ?? new ArrayBuffer())).toEqual(new Uint8Array(1_000_000).fill(65))
  const raw = await rawText()
  expect(raw).toContain(entry.uuid)
  for (const secretText of ['limps', 'Pen check', 'trough', 'AAAAAAAA']) expect(raw).not.toContain(secretText)
})

test('without a key the same rows are there openly: the test above can fail', async () => {
  await kept()
  const raw = await rawText()
  for (const text of ['limps', 'Pen check', 'trough', 'AAAAAAAA']) expect(raw).toContain(text)
})

test('after signing out nothing is read or written, and after signing in all of it is there again', async () => {
  await keepKey(anna, secret)
  const entry = await kept()
  forgetKey(anna)
  await expect(readAll(entry)).rejects.toThrow(SignedOut)
  await expect(kept(entry)).rejects.toThrow(SignedOut)
  await expect(findKey(anna)).rejects.toThrow(SignedOut)
  await keepKey(anna, secret)
  expect((await readAll(entry)).answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
})

test('with another key nothing opens, and no row opens in the place of another', async () => {
  await keepKey(anna, secret)
  const [one, two] = [await kept(), await kept()]
  await inDatabase(anna, async database => {
    const raw = database.backendDB().transaction('entries', 'readwrite').objectStore('entries')
    const found = await new Promise<Entry>(resolve => {
      const request = raw.get(one.uuid)
      request.onsuccess = () => resolve(request.result)
    })
    await new Promise(resolve => {
      raw.put({ ...found, uuid: two.uuid }).onsuccess = resolve
    })
  })
  await expect(inDatabase(anna, ({ entries }) => entries.get(two.uuid))).rejects.toThrow()
  await keepKey(anna, other)
  await expect(readAll(one)).rejects.toThrow()
})

test('what this page wrote itself is not taken for read when other bytes are there', async () => {
  await keepKey(anna, secret)
  const entry = await kept()
  const answers = () => inDatabase(anna, database => database.answers.toArray())
  expect(await answers()).toHaveLength(1)
  await inDatabase(anna, async database => {
    const raw = database.backendDB().transaction('answers', 'readwrite').objectStore('answers')
    const row = await new Promise<{ sealed: ArrayBuffer }>(resolve => {
      const request = raw.get([entry.uuid, 'water'])
      request.onsuccess = () => resolve(request.result)
    })
    const bytes = new Uint8Array(row.sealed)
    bytes.fill(0, bytes.length - 1)
    await new Promise(resolve => {
      raw.put(row).onsuccess = resolve
    })
  })
  await expect(answers()).rejects.toThrow()
})

test('what was kept before there was a key is sealed when it comes', async () => {
  const entry = await kept()
  layDown(anna, entry.uuid, [{ uuid: entry.uuid, question_id: 'water', answer: { note: 'limps' }, changed_at: 1 }])
  expect(isMarkedPlain(anna)).toBe(true)
  await sealRemains(anna, () => keepKey(anna, secret))
  const raw = (await rawText()) + JSON.stringify(shelf)
  for (const text of ['limps', 'Pen check', 'trough', 'AAAAAAAA']) expect(raw).not.toContain(text)
  expect((await readAll(entry)).answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
  expect(await pickUp(anna, entry.uuid)).toMatchObject([{ answer: { note: 'limps' } }])
  expect(isMarkedPlain(anna)).toBe(false)
})

test('two long reads of one transaction both end, in whatever order their rows are opened', async () => {
  await keepKey(anna, secret)
  const entry = await kept()
  const found = await inDatabase(anna, database =>
    database.transaction('rw', database.photos, database.entries, async () => {
      const [photos, one] = await Promise.all([database.photos.toArray(), database.entries.get(entry.uuid)])
      await database.entries.put({ ...entry, ...one, attempts: 5 })
      return photos.length
    }),
  )
  expect(found).toBe(1)
  expect((await readAll(entry)).entry).toMatchObject({ attempts: 5 })
})

test('what is laid down in a hurry is hidden, each time with another stretch, and is picked up again', async () => {
  await keepKey(anna, secret)
  await preparePad(anna)
  const rows = (note: string) => [{ uuid: 'a', question_id: 'water', answer: { note }, changed_at: 1 }]
  const laid = ['Ewe 12 limps', 'Ewe 13 limps'].map(note => {
    expect(layDown(anna, 'a', rows(note))).toBe(true)
    return shelf[`tend_rescue_${anna}_a`] ?? ''
  })
  const hidden = laid.map(text => JSON.parse(text).hidden)
  expect(hidden.join()).not.toContain('limps')
  expect(hidden[0]?.slice(0, 20)).not.toBe(hidden[1]?.slice(0, 20))
  forgetKey(anna)
  expect(layDown(anna, 'b', rows('too late'))).toBe(true)
  expect(JSON.stringify(shelf)).not.toContain('too late')
  expect(await pickUp(anna, 'a')).toEqual([])
  await keepKey(anna, secret)
  expect(await pickUp(anna, 'a')).toMatchObject([{ answer: { note: 'Ewe 13 limps' } }])
  expect(await pickUp(anna, 'b')).toMatchObject([{ answer: { note: 'too late' } }])
  await hideRescues(anna)
  clearRescue(anna, 'a')
  expect(await pickUp(anna, 'a')).toEqual([])
})
