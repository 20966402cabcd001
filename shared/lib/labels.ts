/** Labels, choices, titles, hints and names: plain lines with XLSForm's emphasis and links only (`markdown.ts`). */
import { type Inline, isLiteral, parseLabel } from './inlineMarkdown.ts'

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
