/**
 * The Markdown that forms are written in, which is what XLSForm's clients show: headings, lists, emphasis, links, lines. It is read into
 * a tree, so that nothing in it can ever be markup of a page.
 */
import { type Inline, parseInline } from './inlineMarkdown.ts'

export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const headingLine = /^(#{1,6})\s+(.*)$/s
const bulletLine = /^\s{0,3}[-*+]\s+(.*)$/s
const numberLine = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/s
/** Colours and sizes of XLSForm: their words are kept. */
const styling = /<\/?(?:span|p|br|div|font|b|i|u|h[1-6])(?:\s[^<>]*)?\/?>/gi

/** A text with Markdown as blocks. */
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
    const item = bullet ?? numberLine.exec(line)
    if (heading || item || !line.trim()) close()
    if (heading)
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        children: parseInline(withoutSigns(heading[2] ?? '')),
      })
    else if (item) addItem(blocks, !bullet, parseInline(item[1] ?? ''))
    else if (line.trim()) lines.push(line.trim())
  }
  close()
  return blocks
}

/** A heading may end with as many signs as it begins with, or others. */
function withoutSigns(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end--
  return text.slice(0, end).trimEnd()
}

function addItem(blocks: Block[], isOrdered: boolean, item: Inline[]): void {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(item)
  else blocks.push({ kind: 'list', isOrdered, items: [item] })
}

/** Whether a text has anything that Markdown would change. */
export const hasMarkdown = (text: string): boolean => /[*_#[\]<\\\n]|^\s*(?:[-+]|\d+[.)])\s/.test(text)

/** The words alone, for places that show no markup. */
export function plainText(source: string): string {
  if (!hasMarkdown(source)) return source
  return parseMarkdown(source)
    .map(block => {
      if (block.kind === 'list') return block.items.map(item => `– ${wordsOf(item)}`).join('\n')
      return wordsOf(block.children)
    })
    .join('\n')
}

const wordsOf = (parts: Inline[]): string =>
  parts
    .map(part => {
      if (part.kind === 'text') return part.text
      return part.kind === 'break' ? '\n' : wordsOf(part.children)
    })
    .join('')
