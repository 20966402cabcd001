/**
 * Markdown of block texts in forms and guides, parsed into a tree so that nothing can become markup of a page. Labels,
 * choices, titles, hints and names are plain lines instead (`labels.ts`).
 */
import { type Inline, parseInline, wordsIn } from './inlineMarkdown.ts'

export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  /** `marks` are the texts before each item: "12." as written, none in an unordered list. */
  | { kind: 'list'; isOrdered: boolean; items: Inline[][]; marks: string[] }

const headingLine = /^(#{1,6})\s+(.*)$/s
const bulletLine = /^\s{0,3}[-*+]\s+(.*)$/s
const numberLine = /^\s{0,3}(\d{1,9}[.)])\s+(.*)$/s
/** Colours and sizes of XLSForm, of which only the text is kept. */
const styling = /<\/?(?:span|p|br|div|font|b|i|u|h[1-6])(?:\s[^<>]*)?\/?>/gi

/** Parses a text with Markdown into blocks. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const close = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', children: parseInline(lines.join('\n')) })
    lines = []
  }
  for (const line of source.replace(styling, '').split(/\r\n?|\n/)) {
    const heading = headingLine.exec(line)
    const bullet = bulletLine.exec(line)
    const numbered = bullet ? null : numberLine.exec(line)
    if (heading || bullet || numbered || !line.trim()) close()
    if (heading)
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        children: parseInline(withoutSigns(heading[2] ?? '')),
      })
    else if (bullet) addItem(blocks, '', parseInline(bullet[1] ?? ''))
    else if (numbered) addItem(blocks, numbered[1] ?? '', parseInline(numbered[2] ?? ''))
    else if (line.trim()) lines.push(line.trim())
  }
  close()
  return blocks
}

/** A heading may end with any number of signs. */
function withoutSigns(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end--
  return text.slice(0, end).trimEnd()
}

function addItem(blocks: Block[], mark: string, item: Inline[]): void {
  const last = blocks.at(-1)
  const isOrdered = mark !== ''
  if (last?.kind !== 'list' || last.isOrdered !== isOrdered)
    blocks.push({ kind: 'list', isOrdered, items: [item], marks: [mark] })
  else {
    last.marks.push(isFirst(mark) ? following(last.marks.at(-1) ?? '', mark) : mark)
    last.items.push(item)
  }
}

/** Markdown often repeats "1." before each item; any other number is kept. */
const isFirst = (mark: string): boolean => Number.parseInt(mark, 10) === 1
const following = (before: string, mark: string): string => `${Number.parseInt(before, 10) + 1}${mark.slice(-1)}`

/** Plain text of a block text, for places without markup. */
export const blockWords = (source: string): string =>
  parseMarkdown(source)
    .map(block =>
      block.kind === 'list'
        ? block.items.map((item, index) => `${block.marks[index] || '–'} ${wordsIn(item)}`).join('\n')
        : wordsIn(block.children),
    )
    .join('\n')

/**
 * Text that a browser could read as the beginning of an element, a comment or a declaration, with the backslashes
 * before it.
 */
const markup = /(?<!\\)(\\*)<(?=[a-z/!?])/gi

/** Writes each sign that begins an element as an entity. */
export const withoutMarkup = (source: string): string =>
  source.replace(markup, (_, slashes: string) => `${slashes.slice(0, slashes.length - (slashes.length % 2))}&lt;`)
