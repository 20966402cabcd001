import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { answersHandler } from '../../filling/answersHandler.ts'
import { type Entry, inFormDatabase, newEntry } from '../../filling/storage/entry.ts'
import { FakeServer } from '../../filling/storage/fakeServer.ts'
import { keepAnswers } from '../../filling/storage/formDraft.ts'
import { recoverRows } from '../../filling/storage/restore.ts'
import { newKey } from '../attemptKey.ts'
import { deleteDatabase, inDatabase } from '../offline/database.ts'
import { clearBackup, DraftBackup, encryptBackups } from '../offline/draftBackup.ts'
import { encryptExistingRows } from '../offline/encryptExisting.ts'
import { registerHandlers } from '../offline/outboxHandler.ts'
import { findKey, forgetKey, SignedOutError, setKeySource, storeKey } from './deviceKey.ts'
import { maxKnown } from './encryption.ts'

let anna = 2100
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
  await storeKey(anna, secret)
  await deleteDatabase(anna)
  forgetKey(anna)
  for (const name of Object.keys(shelf)) delete shelf[name]
  setKeySource(async () => {
    throw new SignedOutError()
  })
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

const isMarkedPlain = () => inDatabase(anna, async ({ plain }) => (await plain.count()) > 0)

const readAll = (entry: Entry) =>
  inFormDatabase(anna, async ({ entries, answers, photos }) => ({
    entry: await entries.get(entry.uuid),
    answers: await answers.where('uuid').equals(entry.uuid).toArray(),
    photos: await photos.where('entry_uuid').equals(entry.uuid).toArray(),
  }))

test('what is kept with a key can be read with it, and its raw rows say neither words nor pictures', async () => {
  await storeKey(anna, secret)
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
  await storeKey(anna, secret)
  const entry = await kept()
  forgetKey(anna)
  await expect(readAll(entry)).rejects.toThrow(SignedOutError)
  await expect(kept(entry)).rejects.toThrow(SignedOutError)
  await expect(findKey(anna)).rejects.toThrow(SignedOutError)
  await storeKey(anna, secret)
  expect((await readAll(entry)).answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
})

test('with another key nothing opens, and no row opens in the place of another', async () => {
  await storeKey(anna, secret)
  const [one, two] = [await kept(), await kept()]
  await inFormDatabase(anna, async database => {
    const raw = database.backendDB().transaction('entries', 'readwrite').objectStore('entries')
    const found = await new Promise<Entry>(resolve => {
      const request = raw.get(one.uuid)
      request.onsuccess = () => resolve(request.result)
    })
    await new Promise(resolve => {
      raw.put({ ...found, uuid: two.uuid }).onsuccess = resolve
    })
  })
  await expect(inFormDatabase(anna, ({ entries }) => entries.get(two.uuid))).rejects.toThrow()
  await storeKey(anna, other)
  await expect(readAll(one)).rejects.toThrow()
})

test('what this page wrote itself is not taken for read when other bytes are there', async () => {
  await storeKey(anna, secret)
  const entry = await kept()
  const answers = () => inFormDatabase(anna, database => database.answers.toArray())
  expect(await answers()).toHaveLength(1)
  await inFormDatabase(anna, async database => {
    const raw = database.backendDB().transaction('answers', 'readwrite').objectStore('answers')
    const row = await new Promise<{ sealed: ArrayBuffer }>(resolve => {
      const request = raw.get([entry.uuid, 'water'])
      request.onsuccess = () => resolve(request.result)
    })
    const bytes = new Uint8Array(row.sealed)
    bytes.set([(bytes.at(-1) ?? 0) ^ 1], bytes.length - 1)
    await new Promise(resolve => {
      raw.put(row).onsuccess = resolve
    })
  })
  await expect(answers()).rejects.toThrow()
})

test('a number of rows are known by their bytes, the latest, and those before them are decrypted again', async () => {
  await storeKey(anna, secret)
  const rows = Array.from({ length: maxKnown + 10 }, (_, at) => ({
    ...{ uuid: 'a', question_id: `q${String(at).padStart(5, '0')}`, answer: { value: at }, changed_at: 1 },
  }))
  await inFormDatabase(anna, ({ answers }) => answers.bulkPut(rows))
  const opening = vi.spyOn(crypto.subtle, 'decrypt')
  const read = (at: number) => inFormDatabase(anna, ({ answers }) => answers.get(['a', rows[at]?.question_id ?? '']))
  expect(await read(rows.length - 1)).toMatchObject({ answer: { value: rows.length - 1 } })
  expect(opening).not.toHaveBeenCalled()
  expect(await read(0)).toMatchObject({ answer: { value: 0 } })
  expect(opening).toHaveBeenCalledTimes(1)
  opening.mockRestore()
})

test('what was kept before there was a key is sealed when it comes', async () => {
  const entry = await kept()
  const resort = new DraftBackup<AnswerRow>(anna, entry.uuid)
  await resort.note({ uuid: entry.uuid, question_id: 'water', answer: { note: 'limps' }, changed_at: 1 })
  resort.layDown()
  registerHandlers(async () => [answersHandler(new FakeServer().asServer, () => undefined)])
  expect(await isMarkedPlain()).toBe(true)
  await encryptExistingRows(anna, () => storeKey(anna, secret))
  const raw = (await rawText()) + JSON.stringify(shelf)
  for (const text of ['limps', 'Pen check', 'trough', 'AAAAAAAA']) expect(raw).not.toContain(text)
  expect((await readAll(entry)).answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { note: 'limps' } }])
  expect(await isMarkedPlain()).toBe(false)
})

test('what was kept openly is sealed also where a kill of the browser undid what local storage knew', async () => {
  const entry = await kept()
  for (const name of Object.keys(shelf)) delete shelf[name]
  registerHandlers(async () => [])
  await encryptExistingRows(anna, () => storeKey(anna, secret))
  const raw = await rawText()
  for (const text of ['limps', 'Pen check', 'trough', 'AAAAAAAA']) expect(raw).not.toContain(text)
  expect((await readAll(entry)).answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
  expect(await isMarkedPlain()).toBe(false)
})

test('what a tab without a key keeps while another seals stays marked, and is sealed the next time', async () => {
  const entry = await kept()
  registerHandlers(async () => [])
  let late: Promise<unknown> | undefined
  await storeKey(anna, secret)
  const raw = await new Promise<IDBDatabase>(resolve => {
    const request = indexedDB.open(`tend-${anna}`)
    request.onsuccess = () => resolve(request.result)
  })
  const { get } = IDBObjectStore.prototype
  const spy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'answers' && !late)
      late = new Promise(resolve => {
        const both = raw.transaction(['answers', 'plain'], 'readwrite')
        both
          .objectStore('answers')
          .put({ uuid: entry.uuid, question_id: 'air', answer: { note: 'Dusty' }, changed_at: 2 })
        both.objectStore('plain').put({ table: 'answers', mark: 'another' })
        both.oncomplete = resolve
      })
    return get.call(this, key)
  })
  await encryptExistingRows(anna, async () => undefined)
  await late
  spy.mockRestore()
  expect(await rawText()).toContain('Dusty')
  expect(await isMarkedPlain()).toBe(true)
  await encryptExistingRows(anna, async () => undefined)
  expect(await rawText()).not.toContain('Dusty')
  expect(await isMarkedPlain()).toBe(false)
  raw.close()
})

test('rows of an earlier version are encrypted once, with or without a note', async () => {
  const { uuid, ...rest } = begin()
  await new Promise<void>(resolve => {
    const request = indexedDB.open(`tend-${anna}`, 40)
    request.onupgradeneeded = () =>
      request.result.createObjectStore('entries', { keyPath: 'uuid' }).put({ uuid, ...rest })
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  await storeKey(anna, secret)
  registerHandlers(async () => [])
  await encryptExistingRows(anna, async () => undefined)
  expect(await rawText()).not.toContain('Pen check')
  expect(await isMarkedPlain()).toBe(false)
})

test('the first words of somebody without a key are kept with the one that the server gives', async () => {
  setKeySource(userId => storeKey(userId, secret))
  const entry = await kept()
  expect(await rawText()).not.toContain('limps')
  expect((await readAll(entry)).answers).toMatchObject([{ answer: { note: 'Ewe 12 limps' } }])
  expect(await isMarkedPlain()).toBe(false)
})

test('a server that does not answer keeps nobody from writing for long, and is not asked at each letter', async () => {
  let asked = 0
  setKeySource(() => new Promise(() => asked++))
  const first = kept()
  await vi.waitFor(() => expect(asked).toBe(1))
  await first
  expect(await rawText()).toContain('limps')
  // From here on no wait ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await kept()
  expect(asked).toBe(1)
})

test('two long reads of one transaction both end, in any order of their rows', async () => {
  await storeKey(anna, secret)
  const entry = await kept()
  const found = await inFormDatabase(anna, database =>
    database.transaction('rw', database.photos, database.entries, async () => {
      const [photos, one] = await Promise.all([database.photos.toArray(), database.entries.get(entry.uuid)])
      await database.entries.put({ ...entry, ...one, attempts: 5 })
      return photos.length
    }),
  )
  expect(found).toBe(1)
  expect((await readAll(entry)).entry).toMatchObject({ attempts: 5 })
})

test('a backup in a hurry was encrypted before, also when the session ends in between, and is read again', async () => {
  await storeKey(anna, secret)
  const row = (note: string) => ({ uuid: 'a', question_id: 'water', answer: { note }, changed_at: 1 })
  const resort = new DraftBackup<AnswerRow>(anna, 'a')
  const laid: string[] = []
  for (const note of ['Ewe 12 limps', 'Ewe 12 limps']) {
    await resort.note(row(note))
    expect(resort.layDown()).toBe(true)
    laid.push(shelf[`tend_rescue_${anna}_a`] ?? '')
  }
  expect(laid.join()).not.toContain('limps')
  expect(laid[0]).not.toBe(laid[1])
  forgetKey(anna)
  await resort.note(row('Ewe 13, typed while the session ended'))
  expect(JSON.stringify(shelf)).not.toContain('Ewe 13')
  expect(await recoverRows(anna, 'a')).toEqual([])
  await storeKey(anna, secret)
  expect(await recoverRows(anna, 'a')).toMatchObject([{ answer: { note: 'Ewe 13, typed while the session ended' } }])
  clearBackup(anna, 'a')
  expect(await recoverRows(anna, 'a')).toEqual([])
})

test('an answer that cannot be read takes none of the others with it', async () => {
  await storeKey(anna, secret)
  const resort = new DraftBackup<AnswerRow>(anna, 'a')
  for (const question_id of ['air', 'remark', 'water'])
    await resort.note({ uuid: 'a', question_id, answer: { value: 'yes' }, changed_at: 1 })
  resort.layDown()
  const name = `tend_rescue_${anna}_a`
  const laid = JSON.parse(shelf[name] ?? '')
  shelf[name] = JSON.stringify({ sealed: laid.sealed.with(1, 'torn') })
  expect((await recoverRows(anna, 'a')).map(({ question_id }) => question_id)).toEqual(['air', 'water'])
})

test('what is laid down while the first answers are sealed holds those that are not, until they are sealed too', async () => {
  const resort = new DraftBackup<AnswerRow>(anna, 'a')
  const note = (question_id: string, text: string) =>
    resort.note({ uuid: 'a', question_id, answer: { note: text }, changed_at: 1 })
  await note('air', 'Dusty')
  await note('water', 'Ewe 12 limps')
  await storeKey(anna, secret)
  const name = `tend_rescue_${anna}_a`
  let laid = ''
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...given) => {
    // The second is one of those from before the key: the page goes away now.
    if (sealing.mock.calls.length === 2) {
      resort.layDown()
      laid = shelf[name] ?? ''
    }
    return encrypt(...given)
  })
  await note('remark', 'Calm')
  sealing.mockRestore()
  shelf[name] = laid
  const found = async () => (await recoverRows(anna, 'a')).map(({ answer }) => answer.note).sort()
  expect(await found()).toEqual(['Calm', 'Dusty', 'Ewe 12 limps'])
  await encryptBackups(anna)
  expect(shelf[name]).not.toMatch(/Dusty|limps/)
  expect(await found()).toEqual(['Calm', 'Dusty', 'Ewe 12 limps'])
})

test('a text that was put in the place of another does not open', async () => {
  await storeKey(anna, secret)
  const resort = new DraftBackup<AnswerRow>(anna, 'a')
  await resort.note({ uuid: 'a', question_id: 'water', answer: { note: 'limps' }, changed_at: 1 })
  resort.layDown()
  shelf[`tend_rescue_${anna}_b`] = shelf[`tend_rescue_${anna}_a`] ?? ''
  expect(await recoverRows(anna, 'a')).toHaveLength(1)
  expect(await recoverRows(anna, 'b')).toEqual([])
})
