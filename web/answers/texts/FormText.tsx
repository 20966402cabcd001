import { ActionIcon, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture } from '#shared/forms/elementFields.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { hasMarkup, parseLabel } from '#shared/lib/inlineMarkdown.ts'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { fillReferences, hasReferences } from '#shared/submissions/formatter.ts'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { useDraft, useDraftSelector, useFormTexts, useLocalizedText, useRows } from '../draft/DraftContext.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import styles from './FormText.module.css'
import type { KeptPicture } from './keepPictures.ts'
import { Inlines, Markdown } from './Markdown.tsx'

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
  const words = useFormTexts()
  const rows = useRows()
  return <Words text={useDraftSelector(({ state }) => fillReferences(text, state, rows, words))} isBlock={isBlock} />
}

function Words({ text, isBlock }: { text: string; isBlock: boolean }) {
  if (isBlock) return <Markdown text={text} />
  return hasMarkup(text) || text.includes('\n') ? <Inlines parts={parseLabel(text)} /> : text
}

type HintButtonProps = {
  /** What the help is about: the label of the question, or the title of the section. */
  about: LocalizedText
  hint?: LocalizedText | undefined
  source?: LocalizedText | undefined
  /** What else is read beside it. */
  children?: ReactNode
}

/** Help behind a "?", as a sheet from below. */
export function HintButton({ about, hint, source, children }: HintButtonProps) {
  const { t } = useTranslation()
  const read = useLocalizedText()
  const [isOpen, sheet] = useDisclosure()
  return (
    <>
      <ActionIcon aria-label={t('filling.help', { about: read(about) })} onClick={sheet.open} aria-haspopup="dialog">
        <IconHelp size={24} />
      </ActionIcon>
      {isOpen && (
        <BottomSheet opened onClose={sheet.close} title={<FormText text={about} />}>
          {hint && (
            <p className={styles.hint}>
              <FormText text={hint} />
            </p>
          )}
          {source && (
            <Text c="dimmed" size="sm">
              {t('filling.source')} <FormText text={source} />
            </Text>
          )}
          {children}
        </BottomSheet>
      )}
    </>
  )
}

/** A picture of the form itself. One without a file shows nothing. */
export function FormPicture({ picture, isSmall }: { picture: Picture; isSmall?: boolean }) {
  const read = useLocalizedText()
  const { form_id } = useDraft().entry
  const address = usePictureAddress(form_id, picture.uuid)
  if (!address) return null
  return (
    <img
      src={address}
      alt={read(picture.description)}
      className={styles.picture}
      data-small={isSmall || undefined}
      decoding="async"
      loading="lazy"
    />
  )
}

/**
 * Where a picture of a form comes from: from among what the signed-in person keeps, unless the screen around the form
 * says otherwise.
 */
export const PictureSource = createContext<(formId: number, uuid: string) => Promise<KeptPicture | undefined>>(
  async (formId, uuid) => (await import('./fetchPicture.ts')).fetchPicture(formId, uuid),
)

/** Where a picture of a form can be shown from; undefined while that is not known, and where it is not to be had. */
function usePictureAddress(formId: number, uuid: string | undefined): string | undefined {
  const find = useContext(PictureSource)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (uuid === undefined) return
    let made: string | undefined
    let isOver = false
    find(formId, uuid).then(
      picture => {
        if (!picture || isOver) return
        made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
        setAddress(made)
      },
      error => console.warn('A picture of the form is not at hand', error),
    )
    return () => {
      isOver = true
      if (made) releaseUrl(made)
    }
  }, [find, formId, uuid])
  return address
}
