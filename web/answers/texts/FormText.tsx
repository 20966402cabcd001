import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { hasMarkup, parseLabel } from '#shared/lib/inlineMarkdown.ts'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { fillReferences, hasReferences } from '#shared/submissions/formatter.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useDraft, useRows, useWhole, useWords } from '../draft/DraftContext.tsx'
import styles from './FormText.module.css'
import { Inlines } from './Inlines.tsx'

const Markdown = lazyPart(() => import('./Markdown.tsx').then(part => part.Markdown))

type Props = {
  text: LocalizedText | undefined
  /** Is meant as rich text, with headings and lists; otherwise it is a label, shown as it was written. */
  isBlock?: boolean
}

/** A text of the form in the reader's language; one that had to come from another language says which. */
export function FormText({ text, isBlock = false }: Props) {
  const { i18n } = useTranslation()
  const { default_language } = useDraft().definition
  const asked = toLocale(i18n.language)
  const found = textIn(text, asked, default_language)
  const words = hasReferences(found.text) ? (
    <Filled text={found.text} isBlock={isBlock} />
  ) : (
    <Words text={found.text} isBlock={isBlock} />
  )
  if (found.language === asked) return words
  const Box = isBlock ? 'div' : 'span'
  return (
    <>
      <Box lang={found.language} dir={directionOf(found.language)}>
        {words}
      </Box>
      <span className={styles.language}>{found.language}</span>
    </>
  )
}

/** With the answers that it names, as they are now. */
function Filled({ text, isBlock }: { text: string; isBlock: boolean }) {
  const words = useWords()
  const rows = useRows()
  return <Words text={useWhole(({ state }) => fillReferences(text, state, rows, words))} isBlock={isBlock} />
}

function Words({ text, isBlock }: { text: string; isBlock: boolean }) {
  if (isBlock) return <Markdown text={text} />
  return hasMarkup(text) || text.includes('\n') ? <Inlines parts={parseLabel(text)} /> : text
}
