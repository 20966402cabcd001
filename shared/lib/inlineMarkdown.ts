/**
 * Emphasis, links and breaks of a line or a few. The possible end of each sign is looked up once for all its
 * beginnings, so the time is linear in the text's length.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

/** Bound of nested signs. */
const deepest = 8

const sign = /[\\[*_\n]/g
const escapable = /[\\`*_{}[\]()#+\-.!<>|:~]/
/** In labels a backslash is a character, except before these, which XLSForm escapes. */
const escapableInLabel = /[*_[\]#]/
/** In the order of their placeholders, Unicode's noncharacters from U+FDD0 on. */
const literalSigns = '\\*_[]()<>#+-.|`!~:&'
const literalSign = new RegExp(`[${literalSigns.replace(/[\\\]-]/g, '\\$&')}]`, 'g')
const standIn = /[\uFDD0-\uFDEF]/g
/** Accepts addresses that a person can open; anything else stays text. */
const address = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)./s
const endsWithLetter = /[\p{L}\p{N}]$/u
const endsWithDigit = /\p{N}$/u

const ends = {
  '**': /(?<=\S)(?=\*\*)/gu,
  __: /(?<=\S)(?=__)/gu,
  emphasis: /(?<=\S)(?=\*(?!\p{N})|_(?![\p{L}\p{N}]))/gu,
}

/** Escapes a text that is put into markup: an answer in a label. */
export const literal = (text: string): string =>
  text.replace(literalSign, found => String.fromCharCode(0xfdd0 + literalSigns.indexOf(found)))
/** Writes a sign as an entity, so that no reader takes it for markup. */
const entity = /&(lt|gt|amp|nbsp);/g
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: '\u00a0' }
const isLiteral = (text: string): boolean => /[\uFDD0-\uFDEF]/.test(text)
const asTyped = (text: string): string =>
  text.replace(standIn, found => literalSigns[found.charCodeAt(0) - 0xfdd0] ?? found)

/** A sign with a meaning, or an escaped character, and the place after it. */
type Sign = { part?: Inline; escaped?: string; until: number }

/** Parses a label: emphasis never begins within a word ("3*4*5"), and backslashes stay, as in XLSForm. */
export const parseLabel = (source: string): Inline[] => parseInline(source.replace(/\r\n?/g, '\n'), 0, true)

/** Parses a line or a few: emphasis and links, without blocks. */
export function parseInline(source: string, depth = 0, isLabel = false): Inline[] {
  const plain = (text: string): Inline[] => {
    const words = asTyped(isLabel ? text : text.replace(entity, (whole, name: string) => entities[name] ?? whole))
    return words ? [{ kind: 'text', text: words }] : []
  }
  if (depth > deepest) return plain(source)
  const parts: Inline[] = []
  const read = readerOf(source, depth, isLabel)
  let [begin, at] = [0, 0]
  for (;;) {
    sign.lastIndex = at
    const found = sign.exec(source)
    if (!found) return [...parts, ...plain(source.slice(begin))]
    const meant = read(found.index)
    at = meant?.until ?? found.index + 1
    if (!meant) continue
    parts.push(...plain(source.slice(begin, found.index) + (meant.escaped ?? '')), ...(meant.part ? [meant.part] : []))
    begin = at
  }
}

/** Reads at increasing places only. */
function readerOf(source: string, depth: number, isLabel: boolean): (at: number) => Sign | undefined {
  const endOf = {
    '**': placesOf(source, ends['**']),
    __: placesOf(source, ends.__),
    emphasis: placesOf(source, ends.emphasis),
  }
  const bracket = placesOf(source, /\]/g)
  const addressEnd = placesOf(source, /[\s)]/g)
  const escaped = isLabel ? escapableInLabel : escapable
  const within = (from: number, to: number) => parseInline(source.slice(from, to), depth + 1, isLabel)

  const linkAt = (at: number): Sign | undefined => {
    const end = bracket(at + 1)
    if (end === undefined || end === at + 1 || source[end + 1] !== '(') return undefined
    if (!address.test(asTyped(source.slice(end + 2, end + 12)))) return undefined
    const firstEnd = addressEnd(end + 2)
    if (firstEnd === undefined || source[firstEnd] !== ')') return undefined
    const close = balancedEnd(source, end + 2) ?? firstEnd
    const href = asTyped(source.slice(end + 2, close))
    return { part: { kind: 'link', href, children: within(at + 1, end) }, until: close + 1 }
  }
  const isWithin = (at: number, pattern: RegExp) => pattern.test(source.slice(Math.max(0, at - 2), at))
  const begins = (at: number) => !isWithin(at, isLabel || source[at] === '_' ? endsWithLetter : endsWithDigit)
  const strongAt = (at: number, mark: '**' | '__'): Sign | undefined => {
    if (isLabel && !begins(at)) return undefined
    const end = isWord(source[at + 2]) ? endOf[mark](at + 3) : undefined
    return end === undefined ? undefined : { part: { kind: 'strong', children: within(at + 2, end) }, until: end + 2 }
  }
  const emphasisAt = (at: number): Sign | undefined => {
    if (!isWord(source[at + 1]) || !begins(at)) return undefined
    const end = endOf.emphasis(at + 2)
    return end === undefined ? undefined : { part: { kind: 'emphasis', children: within(at + 1, end) }, until: end + 1 }
  }

  return at => {
    const [first, second = ''] = [source[at], source[at + 1]]
    if (first === '\\') return escaped.test(second) ? { escaped: second, until: at + 2 } : undefined
    if (first === '\n') return { part: { kind: 'break' }, until: at + 1 }
    if (first === '[') return linkAt(at)
    const mark = first === '*' ? '**' : '__'
    return (second === first ? strongAt(at, mark) : undefined) ?? emphasisAt(at)
  }
}

/** Bound of letters of an address with brackets. */
const maxBracketed = 2_000

/** End of an address with balanced brackets; undefined where they are not balanced. */
function balancedEnd(source: string, from: number): number | undefined {
  let open = 0
  for (let at = from; at < Math.min(source.length, from + maxBracketed); at++) {
    const character = source[at] ?? ''
    if (character === '(') open++
    else if (character === ')' && open-- === 0) return at
    else if (/\s/.test(character)) return undefined
  }
  return undefined
}

const isWord = (character: string | undefined): boolean => character !== undefined && /\S/.test(character)

/** First match of a pattern from a place on. Asked in order, it scans the text once. */
function placesOf(source: string, pattern: RegExp): (from: number) => number | undefined {
  let places: number[] | undefined
  let next = 0
  return from => {
    places ??= Array.from(source.matchAll(pattern), ({ index }) => index)
    while (next < places.length && (places[next] ?? 0) < from) next++
    return places[next]
  }
}

// Labels, choices, titles, hints and names: plain lines with XLSForm's emphasis and links only (`markdown.ts`).

/** Tells whether a label contains emphasis or links. */
export const hasMarkup = (text: string): boolean => /[*_[\\\r]/.test(text) || isLiteral(text)

/** Plain text of a label, title, hint, choice or name, without emphasis and links. */
export const plainText = (source: string): string => (hasMarkup(source) ? wordsIn(parseLabel(source)) : source).trim()

/** Plain text of a line. */
export const wordsIn = (parts: readonly Inline[]): string =>
  parts
    .map(part => {
      if (part.kind === 'text') return part.text
      return part.kind === 'break' ? '\n' : wordsIn(part.children)
    })
    .join('')
