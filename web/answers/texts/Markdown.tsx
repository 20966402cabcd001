import type { ReactNode } from 'react'
import type { Inline } from '#shared/lib/inlineMarkdown.ts'
import { type Block, parseMarkdown } from '#shared/lib/markdown.ts'
import styles from './Markdown.module.css'

const inlines = (parts: Inline[]): ReactNode => parts.map(inline)

/** Words in a line, with their emphasis and links. */
export const Inlines = ({ parts }: { parts: Inline[] }) => inlines(parts)

function inline(part: Inline, index: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'break':
      return <br key={index} />
    case 'strong':
      return <strong key={index}>{inlines(part.children)}</strong>
    case 'emphasis':
      return <em key={index}>{inlines(part.children)}</em>
    case 'link':
      return linkTo(part.href, inlines(part.children), index)
  }
}

/**
 * A section of the same page, another screen, or somewhere else. Visitors of a public form have no router, so a screen
 * is an address.
 */
function linkTo(href: string, words: ReactNode, key: number) {
  if (href.startsWith('#') || href.startsWith('/'))
    return (
      <a key={key} href={href}>
        {words}
      </a>
    )
  return (
    <a key={key} href={href} target="_blank" rel="noreferrer">
      {words}
    </a>
  )
}

/** A block text with its headings and lists as elements of the page. */
export const Markdown = ({ text }: { text: string }) => (
  <div className={styles.text}>{parseMarkdown(text).map(block)}</div>
)

function block(one: Block, index: number) {
  if (one.kind === 'list') return <List key={index} {...one} />
  return (
    <p key={index} className={one.kind === 'heading' ? styles.heading : undefined}>
      <Inlines parts={one.children} />
    </p>
  )
}

/** Wider marks would begin outside the text. */
const narrowMark = 3

/** A list whose items keep the numbers that they were written with. */
export function List({ isOrdered, items, marks }: Omit<Extract<Block, { kind: 'list' }>, 'kind'>) {
  const Element = isOrdered ? 'ol' : 'ul'
  const isInside = marks.some(mark => mark.length > narrowMark)
  return (
    <Element style={isInside ? { listStylePosition: 'inside' } : undefined}>
      {items.map((item, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
        <li key={number} {...(isOrdered && marked(marks[number] ?? ''))}>
          <Inlines parts={item} />
        </li>
      ))}
    </Element>
  )
}

const marked = (mark: string) => ({
  value: Number.parseInt(mark, 10),
  ...(mark.endsWith(')') && { style: { listStyleType: `"${mark} "` } }),
})
