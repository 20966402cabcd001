/**
 * What a guide says: Markdown, which the readers' app and the printed document read into a tree. Beside what forms have, there are notes
 * (`> `), checklists (`- [ ]`), tables (`|`), and pictures, files and videos, each on a line of its own. Nothing in it is ever markup of a page; what looks like it is escaped before it is stored, for
 * those who read guides by the API and show them otherwise.
 */
import type { Inline } from '../lib/inlineMarkdown.ts'
import { wordsIn } from '../lib/labels.ts'
import { type Block, parseMarkdown, withoutMarkup } from '../lib/markdown.ts'
import { normalized } from '../lib/signs.ts'
import { type StoredBlock, storedBlock, withoutForeignPictures } from './guideFiles.ts'
import { isTableLine, parseTable, type TableBlock } from './guideTable.ts'

export type GuideBlock =
  | Exclude<Block, { kind: 'heading' }>
  | { kind: 'heading'; level: 2 | 3; children: Inline[]; anchor: string }
  | { kind: 'note'; blocks: Block[] }
  | { kind: 'checklist'; items: { isDone: boolean; children: Inline[] }[] }
  | TableBlock
  | StoredBlock

const noteLine = /^\s{0,3}>\s?(.*)$/s
const checkLine = /^\s{0,3}[-*+]\s+\[([ xX])\]\s+(.*)$/s

/** A guide's text as blocks. Headings carry the address of their section, which is good for `#…`. */
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
    // Items of a checklist may stand apart by an empty line.
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

export type Section = { anchor: string; title: string; level: 2 | 3 }

/** The headings of a text, for its contents and for what points at one of them. */
export const sectionsOf = (blocks: readonly GuideBlock[]): Section[] =>
  blocks.flatMap(block =>
    block.kind === 'heading' ? [{ anchor: block.anchor, title: wordsIn(block.children), level: block.level }] : [],
  )

/** The words alone, to search in. */
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

/** The addresses of Markdown's links and pictures, also those that stand on lines of their own. */
const linked = /(\]\(|^[^\S\n]*\[(?:[^\]\n]+|[^\][]+)\]:\s*)\s*<?([^\s)>]*)/gm
const goodAddress = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

/**
 * A text as it is stored: what could be markup, addresses that run something and pictures of elsewhere are escaped, so that every reader of
 * Markdown shows them as the words that were typed. Only control characters go. The same text again comes out as it went in.
 */
export const cleanGuideText = (source: string): string =>
  withoutForeignPictures(withoutMarkup(visible(source)))
    .replace(linked, (whole, start: string, address: string) =>
      goodAddress.test(address) ? whole : start.replace(/[(:]\s*$/, '\\$&') + whole.slice(start.length),
    )
    .trim()

/** A title is plain words, which nobody reads as Markdown. */
export const cleanGuideTitle = (source: string): string => visible(source).replace(/\s+/g, ' ').trim()

const visible = (source: string): string =>
  normalized(source, 'NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
