import { IconAlertTriangle, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideBlock, StoredBlock, TableBlock } from '#shared/guides/guideText.ts'
import { wordsIn } from '#shared/lib/inlineMarkdown.ts'
import type { Block } from '#shared/lib/markdown.ts'
import { Inlines, List } from '../answers/texts/Markdown.tsx'
import { currentFormats } from '../lib/format.ts'
import { releaseUrl } from '../lib/objectUrl.ts'
import { currentUser } from '../lib/session/session.ts'
import { FileLink } from '../ui/FileLink.tsx'
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
    <section className={styles.scroll} tabIndex={0} aria-label={currentFormats().commas(head.map(wordsIn))}>
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

/** A picture, a video or a file of a guide; offline from among what the device keeps. */
function GuideMedia({ block }: { block: StoredBlock }) {
  const { t } = useTranslation()
  const { address, isMissing, useKept } = useStored(block.path)
  if (block.kind === 'file') return <FileLine {...{ address, isMissing }} name={block.name} onMissing={useKept} />
  const words = block.kind === 'picture' ? block.description : block.name
  return (
    <figure className={styles.figure}>
      {isMissing ? (
        <p>{t(block.kind === 'video' ? 'guides.videoMissing' : 'guides.pictureMissing')}</p>
      ) : block.kind === 'picture' ? (
        <img src={address} alt={words} decoding="async" loading="lazy" onError={useKept} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: films of one’s own come without, and their words stand in the guide
        <video src={address} controls preload="metadata" aria-label={words} onError={useKept} />
      )}
      {words && (
        <figcaption>
          <bdi>{words}</bdi>
        </figcaption>
      )}
    </figure>
  )
}

type FileProps = { address: string; name: string; isMissing: boolean; onMissing: () => void }

/** A file that the server cannot be asked for is taken from the device. */
function FileLine({ address, name, isMissing, onMissing }: FileProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!navigator.onLine) onMissing()
    addEventListener('offline', onMissing)
    return () => removeEventListener('offline', onMissing)
  }, [onMissing])
  if (isMissing)
    return (
      <p>
        <bdi>{name}</bdi>
        <br />
        <span>{t('guides.fileMissing')}</span>
      </p>
    )
  return (
    <p>
      <FileLink href={address} name={name} />
    </p>
  )
}

/** The address of a stored file: the server's, unless that failed. A reader by link stores nothing. */
function useStored(path: string) {
  const shared = useContext(StoredAt)
  const [kept, setKept] = useState<string | null>()
  const [isWanted, setWanted] = useState(false)
  const [useKept] = useState(() => () => setWanted(true))
  useEffect(() => {
    if (!isWanted) return
    let made: string | undefined
    let isOver = false
    const find = async () => {
      const userId = currentUser()?.id
      const { findFile } = await import('./keepGuides.ts')
      const file = userId === undefined ? undefined : await findFile(userId, path)
      if (isOver) return
      if (file) made = URL.createObjectURL(new Blob([file.bytes], { type: file.type }))
      setKept(made ?? null)
    }
    find().catch(() => setKept(null))
    return () => {
      isOver = true
      if (made) releaseUrl(made)
    }
  }, [isWanted, path])
  // What only the server has is asked for again as soon as it can be.
  useEffect(() => {
    if (kept !== null) return
    const askAgain = () => {
      setWanted(false)
      setKept(undefined)
    }
    addEventListener('online', askAgain)
    return () => removeEventListener('online', askAgain)
  }, [kept])
  const address = shared ? shared[path] : `/storage/${path}`
  return { address: kept ?? address ?? '', isMissing: kept === null || address === undefined, useKept }
}

/**
 * Addresses of a guide's files for a reader by link, by their paths; null for people with a session, who reach the
 * store itself.
 */
export const StoredAt = createContext<Readonly<Record<string, string>> | null>(null)
