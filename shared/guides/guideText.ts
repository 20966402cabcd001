/**
 * Text of a guide: the Markdown of forms with notes (`> `), checklists (`- [ ]`), tables (`|`), and pictures, files and
 * videos on lines of their own. It is parsed into a tree; possible markup is escaped before it is stored, for other API
 * clients.
 */

import { normalized } from '../lib/folding.ts'
import { type Inline, parseInline, wordsIn } from '../lib/inlineMarkdown.ts'
import { type Block, parseMarkdown, withoutMarkup } from '../lib/markdown.ts'

export type GuideBlock =
  | Exclude<Block, { kind: 'heading' }>
  | { kind: 'heading'; level: 2 | 3; children: Inline[]; anchor: string }
  | { kind: 'note'; blocks: Block[] }
  | { kind: 'checklist'; items: { isDone: boolean; children: Inline[] }[] }
  | TableBlock
  | StoredBlock

const noteLine = /^\s{0,3}>\s?(.*)$/s
const checkLine = /^\s{0,3}[-*+]\s+\[([ xX])\]\s+(.*)$/s

/** Parses a guide's text into blocks. Headings have an anchor for `#…`. */
export function parseGuide(source: string): GuideBlock[] {
  const blocks: GuideBlock[] = []
  const anchors = new Map<string, number>()
  let kind: 'text' | 'note' | 'check' | 'table' = 'text'
  let lines: string[] = []
  const close = () => {
    if (lines.length === 0) return
    const text = lines.join('\n')
    const table = kind === 'table' ? parseTable(lines) : undefined
    if (table) blocks.push(table)
    else if (kind === 'note') blocks.push({ kind: 'note', blocks: parseMarkdown(text) })
    else if (kind === 'check') blocks.push({ kind: 'checklist', items: lines.map(checkItem) })
    else blocks.push(...parseMarkdown(text).map(block => withAnchor(block, anchors)))
    lines = []
  }
  for (const line of source.split(/\r\n?|\n/)) {
    const stored = storedBlock(line)
    if (stored) {
      close()
      blocks.push(stored)
      continue
    }
    const note = noteLine.exec(line)
    const now = note ? 'note' : checkLine.test(line) ? 'check' : isTableLine(line) ? 'table' : 'text'
    // Items of a checklist may be separated by an empty line.
    if (kind === 'check' && now === 'text' && !line.trim()) continue
    if (now !== kind) close()
    kind = now
    lines.push(note ? (note[1] ?? '') : line)
  }
  close()
  return blocks
}

function checkItem(line: string): { isDone: boolean; children: Inline[] } {
  const [, sign = ' ', words = ''] = checkLine.exec(line) ?? []
  const [block] = parseMarkdown(words)
  return { isDone: sign !== ' ', children: block && 'children' in block ? block.children : [] }
}

function withAnchor(block: Block, taken: Map<string, number>): GuideBlock {
  if (block.kind !== 'heading') return block
  const base =
    normalized(wordsIn(block.children), 'NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'section'
  const count = (taken.get(base) ?? 0) + 1
  taken.set(base, count)
  return { ...block, level: block.level <= 2 ? 2 : 3, anchor: count === 1 ? base : `${base}-${count}` }
}

type Section = { anchor: string; title: string; level: 2 | 3 }

/** Headings of a text, for its contents and for links to them. */
export const sectionsOf = (blocks: readonly GuideBlock[]): Section[] =>
  blocks.flatMap(block =>
    block.kind === 'heading' ? [{ anchor: block.anchor, title: wordsIn(block.children), level: block.level }] : [],
  )

/** Plain text for searching. */
export const guideWords = (source: string): string =>
  parseGuide(source)
    .flatMap(block => {
      if (block.kind === 'note') return block.blocks.flatMap(wordsOfBlock)
      if (block.kind === 'checklist') return block.items.map(item => wordsIn(item.children))
      if (block.kind === 'table') return [block.head, ...block.rows].map(row => row.map(wordsIn).join(' · '))
      if ('path' in block) return [block.kind === 'picture' ? block.description : block.name]
      return wordsOfBlock(block)
    })
    .join('\n')

const wordsOfBlock = (block: Block): string[] =>
  block.kind === 'list'
    ? block.items.map((item, at) => [block.marks[at], wordsIn(item)].filter(Boolean).join(' '))
    : [wordsIn(block.children)]

/** Addresses of Markdown's links and pictures, including those on lines of their own. */
const linked = /(\]\(|^[^\S\n]*\[(?:[^\]\n]+|[^\][]+)\]:\s*)\s*<?([^\s)>]*)/gm
const goodAddress = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

/**
 * Stored form of a text: possible markup, executable addresses and foreign pictures are escaped, so that every reader
 * of Markdown shows what was typed. Only control characters are removed. Applying it again changes nothing.
 */
export const cleanGuideText = (source: string): string =>
  withoutForeignPictures(withoutMarkup(visible(source)))
    .replace(linked, (whole, start: string, address: string) =>
      goodAddress.test(address) ? whole : start.replace(/[(:]\s*$/, '\\$&') + whole.slice(start.length),
    )
    .trim()

/** A title is plain text and never parsed as Markdown. */
export const cleanGuideTitle = (source: string): string => visible(source).replace(/\s+/g, ' ').trim()

const visible = (source: string): string =>
  normalized(source, 'NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')

// Markdown tables in a guide's text.

export type TableBlock = { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const rowLine = /^\s{0,3}\|/
const ruleCell = /^:?-+:?$/
const maxColumns = 12

const isTableLine = (line: string): boolean => rowLine.test(line)

/**
 * Parses lines that all begin with a bar; undefined without the second line of dashes. A table is as wide as its widest
 * row.
 */
function parseTable(lines: readonly string[]): TableBlock | undefined {
  const [head = '', rule = '', ...rows] = lines
  if (!cellsOf(rule).every(cell => ruleCell.test(cell))) return undefined
  const [names = [], ...found] = [head, ...rows].map(line => joinedCells(cellsOf(line)))
  const columns = Math.max(...[names, ...found].map(cells => cells.length))
  const filled = (cells: string[]) => Array.from({ length: columns }, (_, column) => parseInline(cells[column] ?? ''))
  return { kind: 'table', head: filled(names), rows: found.map(filled) }
}

/** Cells without a column of their own are joined to the last one. */
const joinedCells = (cells: string[]): string[] =>
  cells.length <= maxColumns ? cells : [...cells.slice(0, maxColumns - 1), cells.slice(maxColumns - 1).join(' | ')]

/** Splits a line at its bars; a bar after a backslash is text. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim())
}

/** Paths of stored files below /storage/: the company, the month, an unguessable name. */
const storedPath = String.raw`\d{1,10}\/\d{4}\/\d{2}\/[0-9a-f-]{36}\.[a-z0-9]{1,5}`

/** Where the text of a ready guide shows its drawing, before a company has a file of it. */
export const drawingPath = '0/0000/00/00000000-0000-0000-0000-000000000000.png'

const storedAddress = new RegExp(String.raw`\]\(\/storage\/(${storedPath})\)`, 'g')

export const isFilm = (path: string): boolean => /\.(?:mp4|webm)$/.test(path)

/** Files of the store that a guide's text names. */
export const storedPathsIn = (source: string): string[] =>
  Array.from(source.matchAll(storedAddress), ([, at = '']) => at)

// Pictures, files and videos in a guide's text: lines of their own that name a file of the store.

const storedLine = new RegExp(String.raw`^\s{0,3}(!?)\[([^[\]\n]{0,300})\]\(\/storage\/(${storedPath})\)\s*$`)
const foreignPicture = new RegExp(String.raw`!\[(?![^[\]\n]*\]\(\/storage\/${storedPath}\))`, 'g')
const drawn = /\.(?:jpg|jpeg|png|webp|gif|avif)$/

export type StoredBlock =
  | { kind: 'picture'; path: string; description: string }
  | { kind: 'video' | 'file'; path: string; name: string }

/** Parses a line that is a picture, a file or a video; undefined for any other. */
function storedBlock(line: string): StoredBlock | undefined {
  const [, sign, words = '', at] = storedLine.exec(line) ?? []
  if (at === undefined) return undefined
  const said = parseInline(words)
    .map(part => ('text' in part ? part.text : words))
    .join('')
  if (sign) return drawn.test(at) ? { kind: 'picture', path: at, description: said } : undefined
  return { kind: isFilm(at) ? 'video' : 'file', path: at, name: said }
}

/** Foreign pictures would tell others who reads a guide, and when, so they stay text. */
const withoutForeignPictures = (source: string): string => source.replace(foreignPicture, '!\\[')
