/**
 * The Markdown that forms are written in, which is what XLSForm's clients show: headings, lists, emphasis, links, lines. It is read into
 * a tree, so that nothing in it can ever be markup of a page.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const headingLine = /^(#{1,6})\s+(.*?)\s*#*$/
const bulletLine = /^\s{0,3}[-*+]\s+(.*)$/
const numberLine = /^\s{0,3}\d{1,9}[.)]\s+(.*)$/
/** Only what leads somewhere a person can go; anything else stays as it was written. */
const inlineSign =
  /\\([\\`*_{}[\]()#+\-.!<>])|\[([^\]]+)\]\(((?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\s)]+)\)|(\*\*|__)(?=\S)(.+?)(?<=\S)\4|(\*|(?<![\p{L}\p{N}])_)(?=\S)(.+?)(?<=\S)(?:\*|_(?![\p{L}\p{N}]))|(\n)/su
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
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, children: parseInline(heading[2] ?? '') })
    else if (item) addItem(blocks, !bullet, parseInline(item[1] ?? ''))
    else if (line.trim()) lines.push(line.trim())
  }
  close()
  return blocks
}

function addItem(blocks: Block[], isOrdered: boolean, item: Inline[]): void {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(item)
  else blocks.push({ kind: 'list', isOrdered, items: [item] })
}

/** A line or a few: emphasis and links, and no blocks. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = []
  for (let rest = source; rest; ) {
    const found = inlineSign.exec(rest)
    if (!found) return [...parts, { kind: 'text', text: rest }]
    const [whole, escaped, linkText, href, , strong, , emphasis, newline] = found
    parts.push(...plain(rest.slice(0, found.index) + (escaped ?? '')))
    if (linkText !== undefined && href) parts.push({ kind: 'link', href, children: parseInline(linkText) })
    if (strong !== undefined) parts.push({ kind: 'strong', children: parseInline(strong) })
    if (emphasis !== undefined) parts.push({ kind: 'emphasis', children: parseInline(emphasis) })
    if (newline) parts.push({ kind: 'break' })
    rest = rest.slice(found.index + whole.length)
  }
  return parts
}

const plain = (text: string): Inline[] => (text ? [{ kind: 'text', text }] : [])

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
