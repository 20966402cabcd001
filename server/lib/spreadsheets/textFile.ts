/**
 * The text of a file. Spreadsheets write files of text in the letters of their country and do not say which, so that it
 * is told by the content: what is valid UTF-8 is UTF-8, and of the others a library compares the frequency of letters
 * in each language.
 */
import { analyse } from 'chardet'
import type { Encoding } from '#shared/lib/fileKinds.ts'

/**
 * The text, read in `encoding` or, without one, in that which its content shows. PostgreSQL stores no NUL, so there is
 * none in it.
 */
export function textOf(
  bytes: Uint8Array,
  encoding: Encoding = encodingOf(bytes),
): { text: string; encoding: Encoding } {
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll('\u0000', ''), encoding }
}

/**
 * The letters beyond ASCII that the people write who write in these letters: a text that has others was read in the
 * wrong ones.
 */
const alphabets: readonly [Encoding, RegExp][] = [
  ['windows-1250', /[áéíóöőúüűäß]/g],
  ['windows-1252', /[àâæçéèêëîïôœùûüÿäößáíóúñ]/g],
  ['windows-1256', /[\u0621-\u064a]/g],
]
/** What the library finds, as the superset that spreadsheets write: it tells those apart that the alphabets do not. */
const candidates: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'windows-1256': 'windows-1256',
}
/** The bytes that are looked at; the first of them are letters beyond ASCII. */
const maxAnalysed = 64 * 1024

function encodingOf(bytes: Uint8Array): Encoding {
  const byteOrderMark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (byteOrderMark === 'fffe') return 'utf-16le'
  if (byteOrderMark === 'feff') return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    const first = Math.max(0, bytes.findIndex(byte => byte >= 0x80) - 1024)
    const looked = bytes.subarray(first, first + maxAnalysed)
    const likely = byLetters(looked)
    const found = analyse(looked).map(({ name }) => candidates[name])
    return found.find(one => one !== undefined && likely.includes(one)) ?? likely[0] ?? 'windows-1252'
  }
}

/** Those in which most of the letters are ones that people write. */
function byLetters(bytes: Uint8Array): Encoding[] {
  const counts = alphabets.map(([encoding, letters]) => {
    const text = new TextDecoder(encoding).decode(bytes).toLowerCase()
    return { encoding, count: text.match(letters)?.length ?? 0 }
  })
  const most = Math.max(...counts.map(({ count }) => count))
  const beyond = bytes.filter(byte => byte >= 0x80).length
  // Another language: the library alone knows it.
  return counts.filter(({ count }) => count === most || most < beyond / 2).map(({ encoding }) => encoding)
}
