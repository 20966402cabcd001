import type { ReactNode } from 'react'
import type { Inline } from '#shared/lib/inlineMarkdown.ts'

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
