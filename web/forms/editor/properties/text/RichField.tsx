/**
 * A text with headings, lists, emphasis and links, kept as Markdown, which is what XLSForm has too. Where a language
 * has no words yet, those of another one are said below.
 */
import { InputWrapper } from '@mantine/core'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, languages } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { usePastedHtml } from '../../../../ui/richText/pastedHtml.ts'
import styles from '../../../../ui/richText/RichField.module.css'
import { RichToolbar } from '../../../../ui/richText/RichToolbar.tsx'
import { markdownOf, richLink, richMarkdown, toEditor } from '../../../../ui/richText/richMarkdown.ts'
import { useShown } from '../../EditingContext.tsx'
import { withOptionalWords } from '../../structure/content.ts'

type Props = {
  label: string
  field: string
  text: LocalizedText | undefined
  onChange: (text: LocalizedText | undefined) => void
  error?: string | undefined
}

/** What XLSForm's Markdown has no words for is not offered. */
const extensions = [
  StarterKit.configure({
    paragraph: false,
    underline: false,
    strike: false,
    code: false,
    codeBlock: false,
    blockquote: false,
    horizontalRule: false,
    heading: { levels: [2, 3] },
    link: richLink,
  }),
  ...richMarkdown(),
]

export function RichField({ label, field, text, onChange, error }: Props) {
  const { t } = useTranslation()
  const labelId = useId()
  const transformPastedHTML = usePastedHtml()
  const { language, content } = useShown().state
  const words = text?.[language] ?? ''
  const shown = textIn(text, language, content.definition.default_language)
  const isMissing = shown.text !== '' && shown.language !== language
  const write = useRef((_: string) => {})
  useEffect(() => {
    write.current = markdown => {
      if (markdown !== words) onChange(withOptionalWords(text, language, markdown))
    }
  })

  const editor = useEditor({
    extensions,
    content: toEditor(words),
    contentType: 'markdown',
    editorProps: {
      attributes: { 'aria-labelledby': labelId, role: 'textbox', 'aria-multiline': 'true', dir: 'auto' },
      transformPastedHTML,
    },
    onUpdate: ({ editor: written }) => write.current(markdownOf(written)),
  })

  // Another language, an undone step, or what somebody else wrote: the words come from outside then.
  useEffect(() => {
    if (markdownOf(editor) !== words)
      editor.commands.setContent(toEditor(words), { contentType: 'markdown', emitUpdate: false })
  }, [editor, words])

  const other = languages.find(({ locale }) => locale === shown.language)?.name
  return (
    <div data-field={field}>
      <InputWrapper
        label={label}
        labelElement="div"
        labelProps={{ id: labelId }}
        error={error}
        description={isMissing ? t('formProperties.showsThrough', { language: other }) : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      >
        <div className={styles.editor}>
          <RichToolbar editor={editor} />
          <EditorContent editor={editor} lang={language} dir={directionOf(language)} />
        </div>
      </InputWrapper>
    </div>
  )
}
