import { IconAlertTriangle, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideBlock, TableBlock } from '#shared/guides/guideText.ts'
import { wordsIn } from '#shared/lib/inlineMarkdown.ts'
import type { Block } from '#shared/lib/markdown.ts'
import { Inlines } from '../answers/texts/Inlines.tsx'
import { List } from '../answers/texts/Markdown.tsx'
import { GuideMedia } from './GuideMedia.tsx'
import styles from './GuideText.module.css'

/** A guide's text as elements of the page; nothing in it is ever read as markup. */
export const GuideText = ({ blocks }: { blocks: readonly GuideBlock[] }) => (
  <div className={styles.text}>{blocks.map(blockOf)}</div>
)

function blockOf(block: GuideBlock | Block, index: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h2' : 'h3'
      return (
        <Heading key={index} id={('anchor' in block && block.anchor) || undefined}>
          <Inlines parts={block.children} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p key={index}>
          <Inlines parts={block.children} />
        </p>
      )
    case 'list':
      return <List key={index} {...block} />
    case 'checklist':
      return <Checklist key={index} items={block.items} />
    case 'table':
      return <Table key={index} {...block} />
    case 'picture':
    case 'video':
    case 'file':
      return <GuideMedia key={index} block={block} />
    case 'note':
      return (
        <aside key={index} className={styles.note}>
          <IconAlertTriangle size={20} className={styles.icon} />
          <div>{block.blocks.map(blockOf)}</div>
        </aside>
      )
  }
}

/** Wider than the page it moves to the side by itself. */
function Table({ head, rows }: TableBlock) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves to the side is moved by the keyboard too
    <section className={styles.scroll} tabIndex={0} aria-label={head.map(wordsIn).join(', ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
              <th key={column} scope="col">
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
            <tr key={number}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
                <td key={column}>
                  <Inlines parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Items = Extract<GuideBlock, { kind: 'checklist' }>['items']

function Checklist({ items }: { items: Items }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.checklist}>
      {items.map(({ isDone, children }, number) => {
        const Icon = isDone ? IconSquareCheck : IconSquare
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
          <li key={number}>
            <Icon
              size={20}
              className={styles.icon}
              {...(isDone
                ? { role: 'img', 'aria-hidden': false, 'aria-label': t('guides.ticked') }
                : { 'aria-hidden': true })}
            />
            <span>
              <Inlines parts={children} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
