import { Fragment, type ReactNode } from 'react'
import type { Inline } from '#shared/lib/inlineMarkdown.ts'
import { type Block, parseMarkdown } from '#shared/lib/markdown.ts'
import styles from './Markdown.module.css'

/** Markdown as elements of the page; within a line, blocks are lines of it. */
export function Markdown({ text, isBlock = false }: { text: string; isBlock?: boolean }) {
  const blocks = parseMarkdown(text)
  if (isBlock) return <div className={styles.text}>{blocks.map(wholeBlock)}</div>
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
    <Fragment key={index}>
      {index > 0 && <br />}
      {block.kind === 'list' ? block.items.map(lineOf) : inlines(block.children)}
    </Fragment>
  ))
}

function wholeBlock(block: Block, index: number) {
  if (block.kind === 'heading')
    return (
      <p key={index} className={styles.heading}>
        {inlines(block.children)}
      </p>
    )
  if (block.kind === 'paragraph') return <p key={index}>{inlines(block.children)}</p>
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List key={index}>
      {block.items.map((item, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
        <li key={number}>{inlines(item)}</li>
      ))}
    </List>
  )
}

const lineOf = (item: Inline[], index: number) => (
  <span key={index} className={styles.item}>
    {inlines(item)}
  </span>
)

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

/** A section of the same page, another screen, or somewhere else. Visitors of a public form have no router, so a screen is an address. */
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
