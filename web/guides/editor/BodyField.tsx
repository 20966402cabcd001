/** The text of a guide in one language, written with the forms' editor and what guides have beside (`GuideTools`). */
import { InputWrapper } from '@mantine/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { RichToolbar } from '../../forms/editor/properties/text/RichToolbar.tsx'
import { usePastedHtml } from '../../ui/richText/pastedHtml.ts'
import { markdownOf, richLink, richMarkdown, toEditor } from '../../ui/richText/richMarkdown.ts'
import styles from './GuideEditor.module.css'
import { GuideTools } from './GuideTools.tsx'
import { pictureNode } from './pictureNode.ts'
import { tableNodes } from './tableNodes.ts'

type Props = { label: string; language: Locale; words: string; onWrite: (words: string) => void }

const extensions = [
  StarterKit.configure({
    paragraph: false,
    underline: false,
    strike: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    heading: { levels: [2, 3] },
    link: richLink,
  }),
  TaskList,
  TaskItem,
  ...tableNodes,
  pictureNode,
  ...richMarkdown(),
]

export function BodyField({ label, language, words, onWrite }: Props) {
  const labelId = useId()
  const transformPastedHTML = usePastedHtml()
  const write = useRef((_: string) => {})
  // What the editor itself wrote last: anything else came from outside.
  const written = useRef(words)
  useEffect(() => {
    write.current = markdown => {
      written.current = markdown
      onWrite(markdown)
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
    onUpdate: ({ editor: changed }) => write.current(markdownOf(changed)),
  })
  useEffect(() => {
    if (words === written.current) return
    written.current = words
    editor.commands.setContent(toEditor(words), { contentType: 'markdown', emitUpdate: false })
  }, [editor, words])
  return (
    <InputWrapper label={label} labelElement="div" labelProps={{ id: labelId }}>
      <div className={styles.editor}>
        <RichToolbar editor={editor} />
        <GuideTools editor={editor} />
        <EditorContent editor={editor} lang={language} dir={directionOf(language)} />
      </div>
    </InputWrapper>
  )
}
