import { type Block, parseMarkdown } from '#shared/lib/markdown.ts'
import { Inlines } from './Inlines.tsx'
import styles from './Markdown.module.css'

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
