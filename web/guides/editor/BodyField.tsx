/** The text of a guide in one language, written with the forms' editor and what guides have beside: notes and checklists. */
import { ActionIcon, InputWrapper } from '@mantine/core'
import { IconAlertTriangle, IconListCheck } from '@tabler/icons-react'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Markdown } from '@tiptap/markdown'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { RichToolbar } from '../../forms/editor/properties/text/RichToolbar.tsx'
import styles from './GuideEditor.module.css'

type Props = { label: string; language: Locale; words: string; onWrite: (words: string) => void }

const extensions = [
  StarterKit.configure({
    underline: false,
    strike: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['https', 'http', 'mailto', 'tel'] },
  }),
  TaskList,
  TaskItem,
  Markdown,
]

export function BodyField({ label, language, words, onWrite }: Props) {
  const { t } = useTranslation()
  const labelId = useId()
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
    content: words,
    contentType: 'markdown',
    editorProps: { attributes: { 'aria-labelledby': labelId, role: 'textbox', 'aria-multiline': 'true', dir: 'auto' } },
    onUpdate: ({ editor: changed }) => write.current(changed.getMarkdown().trim()),
  })
  useEffect(() => {
    if (words === written.current) return
    written.current = words
    editor.commands.setContent(words, { contentType: 'markdown', emitUpdate: false })
  }, [editor, words])
  const active = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({ note: shown.isActive('blockquote'), checklist: shown.isActive('taskList') }),
  })
  const tools = [
    { name: 'note', icon: IconAlertTriangle, act: () => editor.chain().focus().toggleBlockquote().run() },
    { name: 'checklist', icon: IconListCheck, act: () => editor.chain().focus().toggleTaskList().run() },
  ] as const
  return (
    <InputWrapper label={label} labelElement="div" labelProps={{ id: labelId }}>
      <div className={styles.editor}>
        <RichToolbar editor={editor} />
        <div className={styles.tools}>
          {tools.map(({ name, icon: Icon, act }) => (
            <ActionIcon
              key={name}
              size={32}
              aria-label={t(`guides.tools.${name}`)}
              title={t(`guides.tools.${name}`)}
              aria-pressed={active[name]}
              className={styles.tool}
              onClick={act}
            >
              <Icon size={20} />
            </ActionIcon>
          ))}
        </div>
        <EditorContent editor={editor} lang={language} dir={directionOf(language)} />
      </div>
    </InputWrapper>
  )
}
