/**
 * Proof of work before a public form is sent: cheap for one submission, expensive for a thousand. The server signs a
 * challenge and stores nothing; the device finds several numbers whose hashes begin with zeros, valid for one
 * submission.
 */
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

// SHA-256 for the puzzle. WebCrypto's is asynchronous, fifty times slower for single hashes, and missing on pages
// without TLS.

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) if (found.every(prime => number % prime)) found.push(number)
  return found
}
/** First 32 bits of the fractional part. */
const fraction = (number: number): number => ((number - Math.floor(number)) * 2 ** 32) | 0

const start = Int32Array.from(primes(8), prime => fraction(prime ** (1 / 2)))
const constants = Int32Array.from(primes(64), prime => fraction(prime ** (1 / 3)))
const words = new Int32Array(64)

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const at = (list: Int32Array, index: number) => list[index] as number

/** Pads a message with its end mark and length to whole blocks of 64 bytes. */
export function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, message.length * 8)
  return view
}

/** Hash of a padded message, as eight signed 32-bit numbers. */
export function hashOf(blocks: DataView): Int32Array {
  let state: Int32Array = start
  for (let from = 0; from < blocks.byteLength; from += 64) state = afterBlock(state, blocks, from)
  return state
}

function afterBlock(state: Int32Array, blocks: DataView, from: number): Int32Array {
  for (let index = 0; index < 16; index++) words[index] = blocks.getInt32(from + index * 4)
  for (let index = 16; index < 64; index++) {
    const [older, newer] = [at(words, index - 15), at(words, index - 2)]
    const first = turned(older, 7) ^ turned(older, 18) ^ (older >>> 3)
    const second = turned(newer, 17) ^ turned(newer, 19) ^ (newer >>> 10)
    words[index] = (at(words, index - 16) + first + at(words, index - 7) + second) | 0
  }
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)]
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + at(constants, index) + at(words, index)) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const ends = [a, b, c, d, e, f, g, h]
  return Int32Array.from(state, (word, index) => word + (ends[index] as number))
}
