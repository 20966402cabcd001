import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel, inPieces } from './inParallel.ts'

test('no more than asked are under way, and results come in the order of the items', async () => {
  let [now, most] = [0, 0]
  const results = await inParallel(Array.from({ length: 20 }).keys(), 3, async item => {
    most = Math.max(most, ++now)
    for (let wait = item % 4; wait > 0; wait--) await turn()
    now--
    return item * 2
  })
  expect(results).toEqual(Array.from({ length: 20 }, (_, item) => item * 2))
  expect(most).toBe(3)
})

test('after a failure nothing is begun, and what was under way has ended', async () => {
  const ended: number[] = []
  const work = inParallel([0, 1, 2, 3, 4], 2, async item => {
    if (item === 0) throw new Error('The disk is full')
    for (let wait = 0; wait < 5; wait++) await turn()
    ended.push(item)
  })
  await expect(work).rejects.toThrow('The disk is full')
  expect(ended).toEqual([1])
})

test('pieces have the length that was asked for, and the last one what is left', async () => {
  const pieces: number[][] = []
  const items = async function* () {
    yield* [1, 2, 3, 4, 5]
  }
  for await (const piece of inPieces(items(), 2)) pieces.push(piece)
  expect(pieces).toEqual([[1, 2], [3, 4], [5]])
})
