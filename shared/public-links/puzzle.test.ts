import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOf, padded, seedText, solve, tryOf } from './puzzle.ts'

const hex = (message: Uint8Array) => {
  const words = hashOf(padded(message))
  return [...words].map(word => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

test('the hash is SHA-256, of messages of any length', () => {
  for (let length = 0; length <= 200; length++) {
    const message = new Uint8Array(randomBytes(length))
    expect(hex(message), String(length)).toBe(createHash('sha256').update(message).digest('hex'))
  }
})

test('a solution begins each hash with the zeros that were asked for, and is of one submission', async () => {
  const puzzle = { challenge: 'somebody’s', rounds: 4, bits: 8, expires_at: '' }
  const uuid = crypto.randomUUID()
  const { challenge, solution } = await solve(puzzle, uuid)
  expect(solution).toHaveLength(4)
  const zerosOf = (of: string) => {
    const seed = createHash('sha256').update(seedText(challenge, of)).digest()
    return solution.map((number, round) =>
      Math.clz32(
        createHash('sha256')
          .update(tryOf(seed, round, number))
          .digest()
          .readInt32BE(0),
      ),
    )
  }
  expect(Math.min(...zerosOf(uuid))).toBeGreaterThanOrEqual(8)
  expect(Math.min(...zerosOf(crypto.randomUUID()))).toBeLessThan(8)
})

test('the page continues between the rounds', async () => {
  let pauses = 0
  await solve({ challenge: 'x', rounds: 3, bits: 1, expires_at: '' }, 'y', async () => void pauses++)
  expect(pauses).toBe(3)
})
