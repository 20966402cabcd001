import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from '#shared/submissions/contract.ts'
import { storeKey } from '../lib/encryption/deviceKey.ts'
import { RequestError } from '../lib/requestError.ts'
import { findSent, findSentPdf, isKept, keepSent, maxPdfs } from './sentQueries.ts'

const server = vi.hoisted(() => ({
  rows: [] as Submission[],
  drawn: [] as number[],
  tooLarge: [] as number[],
  bytes: 4,
}))
vi.mock('../api.ts', () => ({
  api: {
    submissions: {
      list: async () => ({ data: server.rows, meta: { total: server.rows.length } }),
      pdf: async ({ id }: { id: number }) => {
        server.drawn.push(id)
        if (server.tooLarge.includes(id)) throw new RequestError({ status: 413, code: 'too_large' })
        return new Blob([new Uint8Array(server.bytes).fill(id)])
      },
    },
  },
}))

let userId = 7300
const who = () => ({ userId, companyId: 4 })
const sent = (id: number, rest: Partial<Submission> = {}) =>
  ({
    id,
    revision: 1,
    completed_at: `2026-11-${10 + id}T08:00:00Z`,
    score_percent: 80,
    band: 'good',
    receipt_sequence: id,
    ...rest,
  }) as Submission
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index)

beforeEach(async () => {
  userId++
  Object.assign(server, { rows: range(12, 12).map(id => sent(id)), drawn: [], tooLarge: [], bytes: 4 })
  await storeKey(userId, Buffer.alloc(32, 7).toString('base64url'))
})

test('what was sent is kept with its receipt, and the PDFs of the latest, each drawn once', async () => {
  expect(await findSent(who())).toBeUndefined()
  await keepSent(who())
  const kept = await findSent(who())
  expect(kept?.rows.map(({ id, receipt_sequence }) => [id, receipt_sequence])).toEqual(
    range(12, 12).map(id => [id, id]),
  )
  expect([...(kept?.pdfs ?? [])]).toEqual(range(12, maxPdfs))
  expect(new Uint8Array((await (await findSentPdf(userId, 12))?.arrayBuffer()) ?? [])).toEqual(
    new Uint8Array(4).fill(12),
  )
  expect(await findSentPdf(userId, 2)).toBeUndefined()
  await keepSent(who())
  expect(server.drawn).toEqual(range(12, maxPdfs))
})

test('a newer one takes the place of the oldest, and a review brings its PDF again', async () => {
  await keepSent(who())
  server.drawn = []
  server.rows = [sent(13), ...server.rows]
  await keepSent(who())
  expect(server.drawn).toEqual([13])
  expect([...((await findSent(who()))?.pdfs ?? [])]).toEqual(range(13, maxPdfs))

  server.drawn = []
  server.rows = server.rows.map(row => (row.id === 12 ? { ...row, revision: 2, review_state: 'approved' } : row))
  expect(await isKept(who(), [sent(11), sent(12)])).toBe(true)
  expect(await isKept(who(), server.rows)).toBe(false)
  await keepSent(who())
  expect(server.drawn).toEqual([12])
  expect((await findSent(who()))?.rows.find(({ id }) => id === 12)?.review_state).toBe('approved')
})

test('together they take no more room than they may, and another company has its own', async () => {
  server.bytes = 8_000_000
  await keepSent(who())
  expect([...((await findSent(who()))?.pdfs ?? [])]).toEqual([12, 11])
  expect(await findSent({ userId, companyId: 5 })).toBeUndefined()
  // Nor are those asked for again that do not fit.
  await keepSent(who())
  expect(server.drawn).toHaveLength(maxPdfs)
})

test('signing out while they are fetched leaves no more here, and asks for no more', async () => {
  let asked = 0
  await keepSent({ ...who(), isHere: () => asked++ < 4 })
  expect(server.drawn).toEqual([12, 11])
  expect([...((await findSent(who()))?.pdfs ?? [])]).toEqual([12])
})

test('one that the server cannot draw keeps the others from nothing', async () => {
  server.tooLarge = [12]
  await keepSent(who())
  await keepSent(who())
  expect([...((await findSent(who()))?.pdfs ?? [])]).toEqual(range(11, maxPdfs - 1))
  expect(server.drawn).toEqual(range(12, maxPdfs))
})
