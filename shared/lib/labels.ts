/** Labels, choices, titles, hints and names: lines of plain words, in which only XLSForm's emphasis and links mean something (`markdown.ts`). */
import { type Inline, isLiteral, parseLabel } from './inlineMarkdown.ts'

/** Whether anything in a label means more than its letters. */
export const hasMarkup = (text: string): boolean => /[*_[\\\r]/.test(text) || isLiteral(text)

/** A label, title, hint, choice or name in words alone, as it was written but for emphasis and links. */
export const plainText = (source: string): string => (hasMarkup(source) ? wordsIn(parseLabel(source)) : source).trim()

/** The words of a line. */
export const wordsIn = (parts: readonly Inline[]): string =>
  parts
    .map(part => {
      if (part.kind === 'text') return part.text
      return part.kind === 'break' ? '\n' : wordsIn(part.children)
    })
    .join('')
