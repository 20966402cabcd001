/**
 * Proof of work before a public form is sent: cheap for one submission, expensive for a thousand. The server signs a
 * challenge and stores nothing; the device finds numbers whose hashes begin with zeros, several in a row so that luck
 * matters little. They are valid for one submission.
 */
import { hashOf, padded } from './sha256.ts'

export type Puzzle = {
  challenge: string
  /** Numbers to find, one after the other. */
  rounds: number
  /** Zero bits at the beginning of each hash: 2 to that power is the mean number of attempts. */
  bits: number
  /** End of the challenge. */
  expires_at: string
}

export type Work = { challenge: string; solution: number[] }

/** Text whose SHA-256 seeds the attempts for a submission. */
export const seedText = (challenge: string, uuid: string): string => `${challenge} ${uuid}`

/** Bytes hashed at each attempt: the seed's 32 bytes, the round, and the number. */
export function tryOf(seed: Uint8Array, round: number, number: number): Uint8Array {
  const message = new Uint8Array(40)
  message.set(seed)
  const view = new DataView(message.buffer)
  view.setUint32(32, round)
  view.setUint32(36, number)
  return message
}

/**
 * Solves a puzzle for the submission of this uuid, in about a second on a slow phone. Blocks its thread except for
 * `pause` between rounds.
 */
export async function solve(puzzle: Puzzle, uuid: string, pause?: () => Promise<void>): Promise<Work> {
  const { challenge, rounds, bits } = puzzle
  const hash = hashOf(padded(new TextEncoder().encode(seedText(challenge, uuid))))
  const seed = new DataView(new ArrayBuffer(32))
  hash.forEach((word, index) => {
    seed.setInt32(index * 4, word)
  })
  const solution: number[] = []
  for (let round = 0; round < rounds; round++) {
    const block = padded(tryOf(new Uint8Array(seed.buffer), round, 0))
    let number = 0
    while (Math.clz32(hashOf(block)[0] ?? -1) < bits) block.setUint32(36, ++number)
    solution.push(number)
    await pause?.()
  }
  return { challenge, solution }
}
