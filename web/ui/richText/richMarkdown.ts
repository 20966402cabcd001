/**
 * Markdown of block texts on its way into the editor and out of it. It is read as its readers read it
 * (`shared/lib/markdown.ts`): what they show as words must not become code, lines or links here, and words that were
 * typed must not become lists when they are read again.
 */
import type { Editor } from '@tiptap/core'
import Paragraph from '@tiptap/extension-paragraph'
import { Markdown } from '@tiptap/markdown'
import { Marked, type marked } from 'marked'
import { withoutMarkup } from '#shared/lib/markdown.ts'
import { withoutEnd } from '#shared/lib/messageText.ts'

const unread = () => undefined

/** Signs and numbers that would make a list, heading, table or note of a line. */
const signs = /^([^\S\n]{0,3})([-+](?=[\s-]|$)|#{1,6}(?=\s|$)|\||&gt;)/gm
const numbers = /^([^\S\n]{0,3}\d{1,9})([.)](?=\s|$))/gm

const RichParagraph = Paragraph.extend({
  renderMarkdown(node, helpers, context) {
    const written = this.parent?.(node, helpers, context) ?? ''
    return written.replace(signs, '$1\\$2').replace(numbers, '$1\\$2')
  },
})

/** Addresses become links while they are typed, without what ends the sentence around them. */
export const richLink = {
  openOnClick: false,
  defaultProtocol: 'https',
  protocols: ['https', 'http', 'mailto', 'tel'],
  shouldAutoLink: (address: string) => withoutEnd(address) === address && (hasScheme.test(address) || isHost(address)),
}

const hasScheme = /^(?:https?:\/\/|mailto:|tel:)/i
/** A name with a dot before a letter, which no figure has. */
const isHost = (address: string) =>
  /\.\p{L}/u.test(
    address
      .split('@')
      .at(-1)
      ?.split(/[/?#:]/)[0] ?? '',
  )

/** In place of the paragraph of the starter kit. */
export function richMarkdown() {
  const reader = new Marked({
    tokenizer: {
      ...{ code: unread, fences: unread, hr: unread, html: unread, def: unread, lheading: unread },
      ...{ tag: unread, codespan: unread, del: unread, autolink: unread, url: unread },
    },
  })
  return [RichParagraph, Markdown.configure({ marked: reader as unknown as typeof marked })]
}

/** Words for the editor, which counts on from the first number of a list: numbers that do not are words. */
export function toEditor(words: string): string {
  const lines = withoutMarkup(words).split('\n')
  for (let begin = 0; begin < lines.length; begin++) {
    let end = begin
    while (numberAt(lines[end]) !== undefined || (end > begin && !lines[end]?.trim() && end < lines.length)) end++
    const found = lines.slice(begin, end).flatMap(line => numberAt(line) ?? [])
    const isCounted = found.every((number, at) => at === 0 || number === (found[0] ?? 0) + at)
    if (!isCounted && !found.every(number => number === 1))
      for (let at = begin; at < end; at++) lines[at] = lines[at]?.replace(numbers, '$1\\$2') ?? ''
    begin = Math.max(begin, end - 1)
  }
  return lines.join('\n')
}

function numberAt(line: string | undefined): number | undefined {
  const [, number] = /^[^\S\n]{0,3}(\d{1,9})[.)]\s/.exec(line ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** The editor's content as block text: characters are escaped only where a reader could take them for markup. */
export const markdownOf = (editor: Editor): string =>
  editor
    .getMarkdown()
    .replace(/^&nbsp;$/gm, '')
    .trim()
    .replace(/&lt;(?![a-z/!?])/gi, '<')
    .replaceAll('&gt;', '>')
    .replace(/&amp;(?!(?:lt|gt|amp|nbsp);)/g, '&')
