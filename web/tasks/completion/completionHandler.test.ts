import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetKey, storeKey } from '../../lib/encryption/deviceKey.ts'
import { deleteDatabase, inDatabase, newOutboxEntry, outboxStore, putEntries } from '../../lib/offline/database.ts'
import { Outbox } from '../../lib/offline/outbox.ts'
import { handlersOf } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import {
  type CompletionServer,
  completionHandler,
  migrateCompletions,
  type TaskCompletion,
} from './completionHandler.ts'
import { keepProofPhoto, keepProofWords, proofPhotos, proofWords } from './proofs.ts'

let anna = 2200
const secret = Buffer.alloc(32, 7).toString('base64url')
const shelf = new Map<string, string>()
let refusal: RequestError | undefined
let sent: object[]
let refused: string[]
let takenBack: number[]
let outbox: Outbox

beforeEach(async () => {
  // Somebody else each time: who signed out stays so in this page.
  anna++
  shelf.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, text: string) => shelf.set(name, text),
    removeItem: (name: string) => shelf.delete(name),
  })
  vi.spyOn(console, 'error').mockReturnValue()
  await storeKey(anna, secret)
  ;[sent, refused, refusal, takenBack] = [[], [], undefined, []]
  const call = async (input: object) => {
    if (refusal) throw refusal
    sent.push(input)
    return {}
  }
  const sendPhoto = async ({ uuid }: { uuid: string }) => void (await call({ photo: uuid }))
  const server = { completeSent: call, skipSent: call, sendPhoto } as unknown as CompletionServer
  const kinds = handlersOf([
    completionHandler(server, {
      isTakenBack: ({ sent_id }) => takenBack.includes(sent_id),
      onSettled: () => undefined,
      onRefused: ({ title }) => refused.push(title),
    }),
  ])
  outbox = new Outbox({
    handlers: async () => kinds,
    sender: () => ({ id: anna, company_id: 3 }),
    exclusively: async work => {
      await work()
      return true
    },
  })
})

afterEach(async () => {
  outbox.stop()
  await storeKey(anna, secret)
  await deleteDatabase(anna)
  forgetKey(anna)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const skipped = (sent_id: number, send_at = 0): TaskCompletion =>
  newOutboxEntry({
    ...{ kind: 'taskEnd', payload_version: 1, user_id: anna, company_id: 3 },
    ...{ sent_id, how: 'skip' as const, title: 'Worm the ewes', reason: 'The vet said no', ended_at: 1_000, send_at },
  })
const kept = () => inDatabase(anna, ({ entries }) => entries.toArray()) as Promise<TaskCompletion[]>

test('an end is sent when it can no longer be taken back, also at the wish to send all, and then is gone', async () => {
  await putEntries(anna, [skipped(1), skipped(2, Date.now() + 60_000)])
  await outbox.sendNow()
  expect(sent).toEqual([{ id: 1, skipped_reason: 'The vet said no' }])
  expect(await kept()).toMatchObject([{ sent_id: 2, state: 'waiting' }])
})

test('an end that was taken back is dropped instead of sent, where it could not be dropped before', async () => {
  await putEntries(anna, [skipped(1), skipped(2)])
  takenBack = [1]
  await outbox.sendNow()
  expect(sent).toEqual([{ id: 2, skipped_reason: 'The vet said no' }])
  expect(await kept()).toEqual([])
})

/** A task that was done here, with words and a photo that the device keeps. */
async function doneWithProof() {
  const words = 'Trimmed the claw'
  await keepProofWords(anna, 4, words)
  const { uuid } = await keepProofPhoto(anna, 4, 'claw.jpg', new Blob([new Uint8Array(64)], { type: 'image/jpeg' }))
  const { reason: _, ...rest } = skipped(4)
  const end: TaskCompletion = { ...rest, how: 'complete', note: words, photos: [uuid] }
  await putEntries(anna, [end])
  return { end, uuid, words }
}

test('a photo of what was done goes before the words, and leaves this device once the server has both', async () => {
  const { uuid, words } = await doneWithProof()
  refusal = new RequestError({ status: 0, code: 'network_error' })
  await outbox.sendNow()
  expect(await kept()).toMatchObject([{ state: 'waiting', note: words, photos: [uuid] }])
  refusal = undefined
  await outbox.sendNow()
  expect(sent).toEqual([{ photo: uuid }, { id: 4, note: words, file_uuids: [uuid] }])
  expect([await kept(), await proofPhotos(anna, 4), await proofWords(anna, 4)]).toEqual([[], [], ''])
})

test('words and photos of a task that somebody else has done in between stay here, and can be rescued', async () => {
  const { end, uuid, words } = await doneWithProof()
  refusal = new RequestError({ status: 409, code: 'task_already_done', message: 'It is done already.' })
  await outbox.sendNow()
  expect(refused).toEqual(['Worm the ewes'])
  expect(await kept()).toMatchObject([{ state: 'refused', note: words, photos: [uuid] }])
  expect(await proofPhotos(anna, 4)).toMatchObject([{ uuid, name: 'claw.jpg' }])
  const told = { isTakenBack: () => false, onSettled: () => undefined, onRefused: () => undefined }
  const reader = { locale: 'en' as const, timeZone: 'UTC', t: (key: string) => key }
  const rescued = await completionHandler({} as CompletionServer, told).rescue(end, reader)
  expect(rescued.map(({ path }) => path.slice(path.lastIndexOf('.')))).toEqual(['.json', '.jpg'])
})

test('an end without the proof that the server asks for stays here, and can be rescued', async () => {
  const { reason: _, ...rest } = skipped(4)
  const end: TaskCompletion = { ...rest, how: 'complete' }
  await putEntries(anna, [end])
  refusal = new RequestError({ status: 422, code: 'proof_required', message: 'Add a note or a photo.' })
  await outbox.sendNow()
  expect(refused).toEqual(['Worm the ewes'])
  expect(await kept()).toMatchObject([{ state: 'refused', last_error: { message: 'Add a note or a photo.' } }])
})

test('what somebody else did in the same way is as good as sent', async () => {
  await putEntries(anna, [skipped(1)])
  refusal = new RequestError({ status: 409, code: 'task_already_skipped' })
  await outbox.sendNow()
  expect(await kept()).toEqual([])
  expect(refused).toEqual([])
})

test('a refused end is told and stays with the words of the server, until its person removes it', async () => {
  await putEntries(anna, [skipped(1)])
  refusal = new RequestError({ status: 409, code: 'task_already_done', message: 'It is done already.' })
  await outbox.sendNow()
  expect(refused).toEqual(['Worm the ewes'])
  expect(await kept()).toMatchObject([{ state: 'refused', last_error: { message: 'It is done already.' } }])
})

/** As earlier versions hid words: added to a stretch of a key stream. */
async function hiddenAsBefore(words: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(words))
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const raw = Uint8Array.from(Buffer.from(secret, 'base64url'))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const stream = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, new Uint8Array(100 + bytes.length)),
  )
  const hidden = bytes.map((byte, index) => byte ^ (stream[100 + index] ?? 0))
  return { nonce: [...nonce], at: 100, hidden: Buffer.from(hidden).toString('base64') }
}

test('ends that an earlier version kept in local storage are taken over with their words, and sent', async () => {
  const before = { user_id: anna, company_id: 3, kind: 'skip', ended_at: 1_000, send_at: 9_000 }
  const hidden = await hiddenAsBefore({ title: 'Worm the ewes', reason: 'The vet said no' })
  const others = { ...before, id: 7, user_id: anna + 1_000, title: 'Not Anna’s' }
  shelf.set(
    'tend_task_ends',
    JSON.stringify([{ ...before, id: 5, hidden }, { ...before, id: 6, title: 'Feed' }, others]),
  )
  await migrateCompletions(anna, outboxStore)
  expect(JSON.parse(shelf.get('tend_task_ends') ?? '')).toEqual([others])
  expect(await kept()).toHaveLength(2)
  await outbox.sendNow()
  expect(sent).toEqual(expect.arrayContaining([{ id: 5, skipped_reason: 'The vet said no' }, { id: 6 }]))
})
