import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { forgetKey, storeKey } from '../../lib/encryption/deviceKey.ts'
import { deleteDatabase, whenDropped } from '../../lib/offline/database.ts'
import { type Entry, findForm, inFormDatabase, newEntry } from './entry.ts'
import { type FormDraft, keepAnswers, persistForm, putInOutbox } from './formDraft.ts'
import { recoverRows } from './restore.ts'

/**
 * Of these tests alone: a persister tries again when its test is over, and what it keeps then must be in nobody else's
 * outbox.
 */
const anna = 41
let entry: Entry
let persister: FormDraft
const onKept = vi.fn()
const shelf = new Map<string, string>()

beforeEach(() => {
  entry = newEntry({ uuid: newKey(), user_id: anna, company_id: 1, form_id: 3, version: 1, form_name: {} })
  persister = persistForm(entry, { onKept })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => shelf.set(key, value),
    removeItem: (key: string) => shelf.delete(key),
  })
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  onKept.mockReset()
  shelf.clear()
  await deleteDatabase(anna)
})

let clock = 0
const row = (question_id: string, value: string): AnswerRow => ({
  uuid: entry.uuid,
  question_id,
  answer: { value },
  changed_at: ++clock,
})
/** Sealing takes a moment; a page that goes away has had it since the last key. */
const laidDown = () => vi.waitFor(() => expect([...shelf.keys()].join()).toContain(entry.uuid))
const kept = () => inFormDatabase(anna, database => database.answers.where('uuid').equals(entry.uuid).toArray())

/** Closes the database underneath, as systems do that are short of memory. */
const closeUnderneath = () => inFormDatabase(anna, async database => (database.backendDB() as IDBDatabase).close())

/** Every write fails, as on a full device. */
const fillDevice = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The device is full', 'QuotaExceededError')
  })

test('each change is kept, the latest of each question, and the time is told', async () => {
  for (const text of ['C', 'Ca', 'Cal', 'Calm']) persister.write(row('remark', text))
  persister.write(row('water', 'yes'))
  expect(persister.hasPending()).toBe(true)
  expect(await persister.flush()).toBe(true)
  expect((await kept()).map(({ answer }) => answer.value).sort()).toEqual(['Calm', 'yes'])
  expect(persister.keeping()).toMatchObject({ problem: null, isSlow: false, savedAt: expect.any(Date) })
  expect(onKept).toHaveBeenCalled()
})

/** Frames come when the test says so. */
function holdFrames(): () => void {
  let draw = (): void => undefined
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    draw = work
    return 1
  })
  return () => draw()
}

test('a letter is written after the frame that shows it, together with what came before that frame', async () => {
  const draw = holdFrames()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  persister.write(row('remark', 'C'))
  persister.write(row('remark', 'Ca'))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(put).not.toHaveBeenCalled()
  draw()
  await vi.waitFor(() => expect(onKept).toHaveBeenCalledOnce(), { interval: 5 })
  expect(await kept()).toMatchObject([{ answer: { value: 'Ca' } }])
  expect(persister.hasPending()).toBe(false)
})

test('where no frame comes, as in a hidden page, a letter is written all the same', async () => {
  holdFrames()
  persister.write(row('remark', 'C'))
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), { interval: 20 })
})

test('a database that the system closed is opened again', async () => {
  persister.write(row('water', 'yes'))
  await persister.flush()
  await closeUnderneath()
  persister.write(row('water', 'no'))
  expect(await persister.flush()).toBe(true)
  expect(await kept()).toMatchObject([{ answer: { value: 'no' } }])
})

test('without room the person is told, and what they typed is laid down elsewhere until there is room', async () => {
  persister.write(row('water', 'yes'))
  await persister.flush()
  const fullness = fillDevice()
  persister.write(row('remark', 'The trough is dry'))
  expect(await persister.flush()).toBe(false)
  expect(persister.keeping()).toMatchObject({ problem: 'full' })
  expect(persister.hasPending()).toBe(true)
  await laidDown()
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { value: 'The trough is dry' } }])
  fullness.mockRestore()
  expect(await persister.flush()).toBe(true)
  expect(persister.keeping()).toMatchObject({ problem: null })
  expect(await recoverRows(anna, entry.uuid)).toEqual([])
  expect(await kept()).toHaveLength(2)
})

/** An answer with a photo, and the photo. */
function photographed(uuid: string): [AnswerRow, PhotoRow] {
  const photo: PhotoRow = {
    ...{ uuid, entry_uuid: entry.uuid, question_id: 'water', name: 'trough.jpg', content_type: 'image/jpeg' },
    ...{ bytes: new ArrayBuffer(1), sha256: null, path: null, state: 'kept', taken_at: '' },
  }
  return [{ ...row('water', 'no'), answer: { value: 'no', photos: [{ uuid }] } }, photo]
}

test('what is typed while the log of the browser is made sound again is kept by the same run', async () => {
  const { noteFailedWrite } = await import('../../lib/offline/recovery/storageRecovery.ts')
  const { put } = IDBObjectStore.prototype
  let isTyped = false
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'filling' && !isTyped) {
      isTyped = true
      persister.write(row('remark', 'Calm now'))
      void persister.flush()
    }
    return put.apply(this, given)
  })
  noteFailedWrite(new DOMException('The device was full', 'QuotaExceededError'))
  persister.write(row('remark', 'Calm'))
  expect(await persister.flush()).toBe(true)
  expect(isTyped).toBe(true)
  expect(persister.hasPending()).toBe(false)
  expect((await kept()).map(({ answer }) => answer.value)).toEqual(['Calm now'])
})

test('a photo that is not kept yet is not promised to the next visit', async () => {
  fillDevice()
  persister.write(...photographed(newKey()))
  persister.rescue()
  await laidDown()
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { value: 'no', photos: [] } }])
})

test('a photo that reached the device stays with its answer though its page was left before it was read back', async () => {
  const uuid = newKey()
  const photographedRow = photographed(uuid)
  persister.write(...photographedRow)
  // The device has it, and this persister was never told so.
  await keepAnswers(entry, [], [photographedRow[1]])
  persister.rescue()
  await laidDown()
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { photos: [{ uuid }] } }])
})

test('a photo that the server has stays with its answer where the browser dropped the drafts and there is no network', async () => {
  const uuid = newKey()
  const [photographedRow, photo] = photographed(uuid)
  persister.write(photographedRow, photo)
  await persister.flush()
  const before = await inFormDatabase(anna, database => findForm(database, entry.uuid))
  // The outbox has sent it: the entry tells of another revision.
  await inFormDatabase(anna, async database => {
    await database.photos.put({ ...photo, state: 'sent', path: 'photo/1' })
    if (before) persister.read({ ...before, server_revision: 2 })
  })
  await vi.waitFor(() => expect(persister.content().photos).toMatchObject([{ state: 'sent' }]))
  persister.write({ ...photographedRow, answer: { value: 'yes', photos: [{ uuid }] }, changed_at: ++clock })
  persister.rescue()
  await laidDown()
  await deleteDatabase(anna)
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { value: 'yes', photos: [{ uuid }] } }])
})

test('a photo that is kept stays with its answer while another comes in its place', async () => {
  const uuid = newKey()
  persister.write(...photographed(uuid))
  await persister.flush()
  persister.write(...photographed(uuid))
  persister.rescue()
  await laidDown()
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { value: 'no', photos: [{ uuid }] } }])
})

test('what an earlier visit could only lay down is kept by the next one', async () => {
  persister.write(row('remark', 'Calm'))
  persister.rescue()
  await laidDown()
  expect(await recoverRows(anna, entry.uuid)).toHaveLength(1)
  const next = persistForm(entry, { onKept })
  next.recover(await recoverRows(anna, entry.uuid))
  await next.flush()
  expect(await kept()).toMatchObject([{ answer: { value: 'Calm' } }])
  expect(await recoverRows(anna, entry.uuid)).toEqual([])
})

test('a form that was completed in another tab takes no more changes, and says so', async () => {
  persister.write(row('water', 'yes'))
  await persister.flush()
  await putInOutbox(entry)
  persister.write(row('water', 'no'))
  expect(await persister.flush()).toBe(false)
  expect(persister.keeping()).toMatchObject({ problem: 'closed' })
  expect(await kept()).toMatchObject([{ answer: { value: 'yes' } }])
})

test('what the browser dropped under an open form is written again whole, with its photos, at the next word', async () => {
  const uuid = newKey()
  persister.write(row('remark', 'Calm'))
  persister.write(...photographed(uuid))
  await persister.flush()
  await deleteDatabase(anna)
  persister.write(row('cows', '12'))
  expect(await persister.flush()).toBe(true)
  expect((await kept()).map(({ question_id }) => question_id).sort()).toEqual(['cows', 'remark', 'water'])
  expect(await inFormDatabase(anna, ({ photos }) => photos.get(uuid))).toMatchObject({ entry_uuid: entry.uuid })
  expect(persister.keeping()).toMatchObject({ problem: null })
})

test('a photo that was taken in another tab is written again by the one that is left', async () => {
  const here = persistForm(entry, { onKept })
  const uuid = newKey()
  persister.write(...photographed(uuid))
  await persister.flush()
  const found = await inFormDatabase(anna, database => findForm(database, entry.uuid))
  if (found) here.read(found, await kept())
  await vi.waitFor(() => expect(here.content().photos).toHaveLength(1))
  await deleteDatabase(anna)
  await here.check()
  expect(await kept()).toMatchObject([{ answer: { photos: [{ uuid }] } }])
  expect(await inFormDatabase(anna, ({ photos }) => photos.get(uuid))).toMatchObject({ bytes: new ArrayBuffer(1) })
})

test('with a dropped form the session is kept again: a kill right after leads back to it, not to the entrance', async () => {
  shelf.set('tend_token', 'a token')
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await deleteDatabase(anna)
  await persister.check()
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain('tend-session')
  indexedDB.deleteDatabase('tend-session')
})

test('a dropped form is written again without a further word, and the sign says nothing of saving until it is', async () => {
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await deleteDatabase(anna)
  const signs: unknown[] = []
  persister.watch(() => signs.push(persister.keeping().savedAt))
  await persister.check()
  expect(signs[0]).toBeNull()
  expect(persister.keeping().savedAt).not.toBeNull()
  expect(await kept()).toHaveLength(1)
})

test('what was dropped and finds no room again comes back whole at the next visit, also without a further word', async () => {
  persister.write(row('water', 'yes'))
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await deleteDatabase(anna)
  fillDevice()
  await persister.check()
  expect(persister.keeping()).toMatchObject({ problem: 'full' })
  persister.rescue()
  const asked = async () => (await recoverRows(anna, entry.uuid)).map(({ question_id }) => question_id).sort()
  await vi.waitFor(async () => expect(await asked()).toEqual(['remark', 'water']))
})

test('a letter that finds the draft dropped and no room lays down the answers of before with it', async () => {
  persister.write(row('water', 'yes'))
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await deleteDatabase(anna)
  fillDevice()
  persister.write(row('cows', '12'))
  expect(await persister.flush()).toBe(false)
  persister.rescue()
  const asked = async () => (await recoverRows(anna, entry.uuid)).map(({ question_id }) => question_id).sort()
  await vi.waitFor(async () => expect(await asked()).toEqual(['cows', 'remark', 'water']))
})

test('what was written to a database that the browser removed while it was open is written again in a new one', async () => {
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  // It works on and is not listed; when it is left, nothing is there.
  let isLeft = false
  const unwatch = whenDropped(() => {
    if (!isLeft) indexedDB.deleteDatabase(`tend-${anna}`)
    isLeft = true
  })
  const { databases } = indexedDB
  vi.spyOn(indexedDB, 'databases').mockImplementation(async () => (isLeft ? databases.call(indexedDB) : []))
  vi.spyOn(console, 'warn').mockReturnValue()
  await persister.check()
  unwatch()
  expect(isLeft).toBe(true)
  expect(persister.keeping()).toMatchObject({ problem: null })
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain(`tend-${anna}`)
  expect(await kept()).toMatchObject([{ question_id: 'remark', answer: { value: 'Calm' } }])
})

test('completing a form that was dropped completes all of it', async () => {
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await deleteDatabase(anna)
  await persister.complete()
  expect(await inFormDatabase(anna, database => findForm(database, entry.uuid))).toMatchObject({ state: 'waiting' })
  expect(await kept()).toHaveLength(1)
})

test('completing a form that was dropped, on a full device, says so and loses nothing', async () => {
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await deleteDatabase(anna)
  fillDevice()
  expect(await persister.complete()).toBe(false)
  expect(persister.keeping()).toMatchObject({ problem: 'full', savedAt: null })
  await laidDown()
  expect(await recoverRows(anna, entry.uuid)).toMatchObject([{ answer: { value: 'Calm' } }])
  expect(await persister.flush()).toBe(false)
  vi.restoreAllMocks()
  expect(await persister.complete()).toBe(true)
  expect(await inFormDatabase(anna, database => findForm(database, entry.uuid))).toMatchObject({ state: 'waiting' })
  expect(await kept()).toMatchObject([{ answer: { value: 'Calm' } }])
})

test('completing a form without answers that was dropped completes it', async () => {
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  const empty = persistForm({ ...entry, change: 1 })
  await deleteDatabase(anna)
  expect(await empty.complete()).toBe(true)
  expect(await inFormDatabase(anna, database => findForm(database, entry.uuid))).toMatchObject({ state: 'waiting' })
})

test('a form that was completed and dropped before it was sent goes on waiting to be sent', async () => {
  persister.write(row('remark', 'Calm'))
  await persister.flush()
  await persister.complete()
  await deleteDatabase(anna)
  await persister.check()
  expect(await inFormDatabase(anna, database => findForm(database, entry.uuid))).toMatchObject({ state: 'waiting' })
  expect(await kept()).toHaveLength(1)
})

test('of ten unwritten answers the next letter encrypts one', async () => {
  // Somebody else: a person who signed out stays so in this page.
  const bea = 43
  await storeKey(bea, btoa('0123456789abcdef0123456789abcdef').replaceAll('=', ''))
  const own = persistForm({ ...entry, user_id: bea })
  fillDevice()
  const answers = async () => (await recoverRows(bea, entry.uuid)).map(({ answer }) => answer.value)
  for (let question = 0; question < 10; question++) own.write(row(`q${question}`, 'yes'))
  own.rescue()
  await vi.waitFor(async () => expect(await answers()).toHaveLength(10))
  const encrypt = vi.spyOn(crypto.subtle, 'encrypt') as unknown as MockInstance<(how: AesGcmParams) => unknown>
  own.write(row('q3', 'no'))
  await vi.waitFor(async () => expect((await answers()).filter(value => value === 'no')).toHaveLength(1))
  const names = encrypt.mock.calls.map(([{ additionalData }]) => new TextDecoder().decode(additionalData))
  expect(names.filter(name => name.startsWith('tend_rescue'))).toHaveLength(1)
  vi.restoreAllMocks()
  // A try that began on the full device may still be failing.
  await vi.waitFor(async () => expect(await own.flush()).toBe(true))
  await deleteDatabase(bea)
  forgetKey(bea)
})
