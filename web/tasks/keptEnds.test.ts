import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetKey, keepKey } from '../lib/offline/deviceKey.ts'
import { forgetWords, hideOpen, readEnds, type TaskEnd, wordsOf, writeEnds } from './keptEnds.ts'

let anna = 71
const secret = Buffer.alloc(32, 7).toString('base64url')
const shelf = new Map<string, string>()
const kept = () => shelf.get('tend_task_ends') ?? ''

beforeEach(() => {
  // Somebody else each time: who signed out stays so in this page.
  anna++
  shelf.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, text: string) => shelf.set(name, text),
    removeItem: (name: string) => shelf.delete(name),
  })
})

afterEach(() => {
  forgetKey(anna)
  forgetWords()
  vi.unstubAllGlobals()
})

const skipped = (id: number, reason = 'The vet said no'): TaskEnd => ({
  ...{ id, user_id: anna, company_id: 3, kind: 'skip', ended_at: 1_000 + id, send_at: 9_000 },
  ...{ title: 'Worm the ewes', reason },
})

test('what was ended is kept at once without its words, which the same page knows', async () => {
  await keepKey(anna, secret)
  await hideOpen(anna)
  writeEnds([skipped(1), skipped(2)])
  for (const word of ['Worm', 'ewes', 'vet']) expect(kept()).not.toContain(word)
  expect(JSON.parse(kept())).toMatchObject([{ id: 1, user_id: anna, kind: 'skip', send_at: 9_000 }, { id: 2 }])
  expect(readEnds()).toMatchObject([{ title: 'Worm the ewes', reason: 'The vet said no' }, { id: 2 }])
})

test('the next page uncovers the words; after signing out nobody does, and after signing in they are there again', async () => {
  await keepKey(anna, secret)
  await hideOpen(anna)
  writeEnds([skipped(1)])
  forgetWords()
  const [end = skipped(0)] = readEnds()
  expect(end.title).toBeUndefined()
  forgetKey(anna)
  expect(await wordsOf(end)).toBeUndefined()
  await keepKey(anna, secret)
  expect(await wordsOf(end)).toEqual({ title: 'Worm the ewes', reason: 'The vet said no' })
  expect(readEnds()).toMatchObject([{ title: 'Worm the ewes', reason: 'The vet said no' }])
})

test('what was changed meanwhile keeps the words of others that this page cannot uncover', async () => {
  await keepKey(anna, secret)
  await hideOpen(anna)
  writeEnds([skipped(1)])
  forgetWords()
  writeEnds([...readEnds(), skipped(2)].map(end => ({ ...end, send_at: 0 })))
  forgetWords()
  const found = await Promise.all(readEnds().map(wordsOf))
  expect(found).toMatchObject([{ reason: 'The vet said no' }, { reason: 'The vet said no' }])
})

test('without a key the words are kept openly, and hidden when it comes', async () => {
  writeEnds([skipped(1)])
  expect(kept()).toContain('Worm the ewes')
  await hideOpen(anna)
  expect(kept()).toContain('Worm the ewes')
  await keepKey(anna, secret)
  await hideOpen(anna)
  expect(kept()).not.toContain('Worm the ewes')
  forgetWords()
  expect(await Promise.all(readEnds().map(wordsOf))).toMatchObject([{ title: 'Worm the ewes' }])
})

test('many long words do not fit into one pad: the rest is hidden with the next', async () => {
  await keepKey(anna, secret)
  await hideOpen(anna)
  writeEnds(Array.from({ length: 600 }, (_, id) => skipped(id, `${id} é`.repeat(120))))
  await hideOpen(anna)
  expect(kept()).not.toContain('Worm the ewes')
  forgetWords()
  const found = await Promise.all(readEnds().map(wordsOf))
  expect(found.map((words, id) => words?.reason === `${id} é`.repeat(120))).not.toContain(false)
})
