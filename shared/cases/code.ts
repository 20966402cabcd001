/**
 * The code that opens a case for its reporter: 128 random bits generated on their device. It is written as seven groups
 * of four letters and digits without similar ones, the last of which are a checksum.
 */

import { foldCode } from '../lib/folding.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 28
/** Greatest prime below 2^12: one wrong byte, or two swapped ones, change the remainder. */
const prime = 4093

const sumOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte, at) => (sum + (at + 1) * byte) % prime, 0)

/** Formats sixteen random bytes as a code. */
export function codeOf(random: Uint8Array): string {
  const bytes = [...random.slice(0, 16)]
  let rest = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  rest = (rest << 12n) | BigInt(sumOf(bytes))
  let letters = ''
  for (let at = 0; at < length; at++) {
    letters = alphabet[Number(rest & 31n)] + letters
    rest >>= 5n
  }
  return grouped(letters)
}

/** Normalises a typed code; null when it is none. */
export function readCode(typed: string): string | null {
  const letters = foldCode(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  if (letters.length !== length || [...letters].some(letter => !alphabet.includes(letter))) return null
  let all = [...letters].reduce((sum, letter) => (sum << 5n) | BigInt(alphabet.indexOf(letter)), 0n)
  const said = Number(all & 4095n)
  all >>= 12n
  const bytes = Array.from({ length: 16 }, (_, at) => Number((all >> BigInt(8 * (15 - at))) & 255n))
  return sumOf(bytes) === said ? grouped(letters) : null
}

const grouped = (letters: string): string => letters.replace(/.{4}(?=.)/g, '$&-')
