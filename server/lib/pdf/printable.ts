/**
 * Chooses a font for each run of text and marks it, because PDF/A refuses a document for one missing glyph and Typst
 * 0.13 panics on some mixtures of scripts (`look.typ` reads the marks). Characters without a font become equivalent
 * ones or U+FFFD, which the document mentions.
 */

import { setImmediate } from 'node:timers/promises'
import { normalized } from '#shared/lib/folding.ts'
import { FACE_NAMES, type FaceName, type Faces, readFace } from './fonts.ts'

type Piece = { text: string; face: FaceName }

/** Noncharacters: no text can hold them once it has been through here. */
const FACE_SIGNS = Object.fromEntries(
  FACE_NAMES.map((name, index) => [name, String.fromCodePoint(0xfdd0 + index)]),
) as Record<FaceName, string>
const REPLACEMENT: Piece = { text: '\u{FFFD}', face: 'arabic' }

const LINE_BREAKS = /\r\n?|[\u{85}\u{2028}\u{2029}]/gu
/** Invisible signs with a use in text: soft hyphen, joiners, direction marks and isolates, forms of emoji. */
const USEFUL = /[\n\u{AD}\u{61C}\u{200B}-\u{200F}\u{2060}\u{2066}-\u{2069}]|\u{FE0E}|\u{FE0F}/gu
/** Control characters, direction overrides (a text must read as it was typed), tags and the like. */
const UNWANTED = new RegExp(`(?!${USEFUL.source})[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u{202A}-\\u{202E}]`, 'gu')

/** The scripts of our faces, then any other; what several scripts share (digits, spaces, most signs) is in none. */
const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gurmukhi', 'Thai', 'Georgian'].map(
    name => new RegExp(`\\p{Script=${name}}`, 'u'),
  ),
  /[^\p{Script=Common}\p{Script=Inherited}]/u,
]
const LETTER_OR_DIGIT = /^[\p{L}\p{Nd}]/u
const MARK = /\p{M}/u
/** A letter and its marks, when no single character stands for both; other scripts draw the two as one. */
const MARKED_LETTER = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}])(\p{M}+)/gu
/** What a tab is on paper, where columns are not known. */
const TAB = '    '
const SPACE = /^\s$/u
const WITH_ITS_MARKS = /\P{M}\p{M}*|\p{M}+/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A copy of JSON data with every string made printable; hears of what no face has. */
export function printable<Data>(data: Data, faces: Faces, onMissing?: () => void): Data
export function printable(data: unknown, faces: Faces, onMissing = () => {}): unknown {
  if (typeof data === 'string') return printableText(data, faces, onMissing)
  if (Array.isArray(data)) return data.map(item => printable(item, faces, onMissing))
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, printable(value, faces, onMissing)]))
}

function printableText(text: string, faces: Faces, onMissing: () => void): string {
  const clean = normalized(
    text.toWellFormed().replace(LINE_BREAKS, '\n').replaceAll('\t', TAB).replace(UNWANTED, ''),
    'NFC',
  )
  let result = ''
  let last = { face: 'latin' as FaceName, apart: false }
  for (const { segment } of graphemes.segment(clean)) {
    for (const piece of setGrapheme(segment, last.face, faces)) {
      if (piece === REPLACEMENT) onMissing()
      const apart = standsApart(piece.text)
      const runsOn = piece.face === last.face && !apart && !last.apart
      result +=
        (runsOn ? '' : FACE_SIGNS[piece.face]) + (apart ? piece.text.replace(USEFUL, '') : divideMarks(piece.text))
      last = { face: piece.face, apart }
    }
  }
  return result
}

/** A grapheme in one piece where a face has all of it (emoji of several parts), else character by character. */
function setGrapheme(grapheme: string, current: FaceName, faces: Faces): Piece[] {
  const whole = setCharacters([...grapheme], current, faces)
  if (whole) return [whole]
  return Array.from(grapheme.matchAll(WITH_ITS_MARKS), ([characters]) => {
    const [base = '', ...others] = characters
    return (
      setCharacters([base, ...others.filter(other => fits(other, base))], current, faces) ??
      setCharacters([base], current, faces) ??
      setMeaning(base, current, faces) ??
      REPLACEMENT
    )
  })
}

/** By the characters that mean the same: "m2" for a square metre in one sign, a space for a wide one. */
function setMeaning(character: string, current: FaceName, faces: Faces): Piece | undefined {
  const others = SPACE.test(character) ? ' ' : character.normalize('NFKC')
  return others === character ? undefined : setCharacters([...others], current, faces)
}

/** Spaces and signs stay in the face of the Arabic words before them; all else is Inter's first. */
function setCharacters(characters: string[], current: FaceName, faces: Faces): Piece | undefined {
  const drawn = characters.filter(character => character.search(USEFUL) === -1)
  const [base] = drawn
  if (base === undefined) return { text: characters.join(''), face: current }
  if (!drawn.every(character => fits(character, base))) return undefined
  const order = [...FACE_NAMES]
  if (current === 'arabic' && !LETTER_OR_DIGIT.test(base)) order.unshift(current)
  const face = order.find(name => drawn.every(character => faces[name].has(character.codePointAt(0) ?? 0)))
  return face && { text: characters.join(''), face }
}

/** A mark of one script stands on that script's characters only: Typst would shape the two apart. */
function fits(character: string, base: string): boolean {
  const script = scriptOf(character)
  return script === -1 || (script === scriptOf(base) && MARK.test(character)) || character === base
}

/**
 * Signs of a script without its letters (the Arabic percent sign) do not turn a text's direction, but they do turn how
 * Typst shapes their run, and it panics when the two differ. In a run of their own there is nothing to turn.
 */
function standsApart(text: string): boolean {
  return !LETTER_OR_DIGIT.test(text) && [...text].some(character => scriptOf(character) !== -1)
}

/**
 * Puts an invisible sign between a letter and its marks. Typst gives a letter and its marks one common piece of text,
 * and the letter could then no longer be searched or copied anywhere in the PDF. It is drawn the same with and without
 * it.
 */
function divideMarks(text: string): string {
  return text.replace(MARKED_LETTER, '$1\u{FEFF}$2')
}

/** Its place in `SCRIPTS`, -1 for none. */
function scriptOf(character: string): number {
  return SCRIPTS.findIndex(script => script.test(character))
}

/**
 * Beside these, marks are left out: one that does not fit the character under it goes, and is not said in the paper
 * either.
 */
const UNUSUAL = /[^\p{ASCII}\p{Script=Latin}\p{Script=Arabic}\p{M}\p{Cc}\p{Cf}]/gu
let known: Promise<Faces> | undefined

/**
 * Whether a paper would have characters that no face can draw, asked before it is made. The faces are read once, at the
 * first text that has more than Latin and Arabic letters, one after the other so that others are served between them.
 */
export async function hasMissingCharacters(data: object): Promise<boolean> {
  const unusual = new Set(JSON.stringify(data).toWellFormed().normalize('NFC').match(UNUSUAL))
  if (unusual.size === 0) return false
  known ??= facesInTurn()
  const faces = await known
  let missing = 0
  for (const character of unusual) printable(character, faces, () => missing++)
  return missing > 0
}

async function facesInTurn(): Promise<Faces> {
  const faces: Partial<Faces> = {}
  for (const name of FACE_NAMES) {
    await setImmediate()
    faces[name] = readFace(name)
  }
  return faces as Faces
}
