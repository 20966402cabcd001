/**
 * Work that a device does before it sends something to a stranger's form: cheap for one submission, dear for a thousand. The server says a
 * challenge, which it signed and keeps nowhere; the device looks for numbers whose hashes begin with zeros, some in a row, so that luck
 * matters little. They are of that one submission: another has to be worked for anew.
 */
import { hashOf, padded } from './sha256.ts'

export type Puzzle = {
  challenge: string
  /** How many numbers are looked for, one after the other. */
  rounds: number
  /** With how many zero bits the hash of each begins: 2 to the power of that is how often one tries in the mean. */
  bits: number
  /** From then on the challenge is none any more. */
  expires_at: string
}

export type Work = { challenge: string; solution: number[] }

/** The SHA-256 of this text is what the tries for a submission begin with. */
export const seedText = (challenge: string, uuid: string): string => `${challenge} ${uuid}`

/** What is hashed at each try: the seed's 32 bytes, the round, and the number that is tried. */
export function tryOf(seed: Uint8Array, round: number, number: number): Uint8Array {
  const message = new Uint8Array(40)
  message.set(seed)
  const view = new DataView(message.buffer)
  view.setUint32(32, round)
  view.setUint32(36, number)
  return message
}

/**
 * Solves a puzzle for the submission of this uuid: about a second on a slow phone, in which the thread does nothing else but what `pause` lets
 * in between rounds.
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
