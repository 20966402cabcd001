/** The text of a guide in one language, written with the forms' editor and what guides have beside (`GuideTools`). */
import { ActionIcon, Button, Group, InputWrapper, SegmentedControl, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFileText,
  IconListCheck,
  IconPaperclip,
  IconPhoto,
  IconTable,
  IconVideo,
} from '@tabler/icons-react'
import type { JSONContent } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { FormSelect } from '../../answers/FormSelect.tsx'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { usePastedHtml } from '../../ui/richText/pastedHtml.ts'
import { RichToolbar } from '../../ui/richText/RichToolbar.tsx'
import { markdownOf, richLink, richMarkdown, toEditor } from '../../ui/richText/richMarkdown.ts'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import styles from './GuideEditor.module.css'
import { type Place, SectionSelect } from './SectionSelect.tsx'
import { changeTable, insertTable, pictureNode, tableChanges, tableNodes } from './tableNodes.ts'

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

// What can be put into a guide beside words: notes, checklists, tables, pictures, files, videos, and links to forms and
// sections.

const accepted = { picture: 'image/*', video: 'video/mp4,video/webm', file: '' } as const
type Kind = keyof typeof accepted

function GuideTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const active = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      note: shown.isActive('blockquote'),
      checklist: shown.isActive('taskList'),
      table: shown.isActive('table'),
      picture: shown.isActive('image') ? String(shown.getAttributes('image').alt ?? '') : undefined,
    }),
  })
  const file = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<Kind>('picture')
  const [isLinking, setLinking] = useState(false)
  const choose = (wanted: Kind) => {
    setKind(wanted)
    // The field takes the new kind before the browser's window opens.
    setTimeout(() => file.current?.click())
  }
  const {
    run: add,
    isBusy: isSending,
    error: problem,
  } = useAction(async (chosen: File) => {
    const sent = await sendFile(chosen)
    editor.chain().focus().insertContent(sent).run()
  })
  const tools = [
    {
      name: 'note',
      icon: IconAlertTriangle,
      pressed: active.note,
      act: () => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: 'checklist',
      icon: IconListCheck,
      pressed: active.checklist,
      act: () => editor.chain().focus().toggleTaskList().run(),
    },
    { name: 'table', icon: IconTable, pressed: active.table, act: () => active.table || insertTable(editor) },
    { name: 'picture', icon: IconPhoto, act: () => choose('picture') },
    { name: 'file', icon: IconPaperclip, act: () => choose('file') },
    { name: 'video', icon: IconVideo, act: () => choose('video') },
    { name: 'link', icon: IconFileText, act: () => setLinking(true) },
  ] as const
  return (
    <>
      <div className={styles.tools}>
        {tools.map(({ name, icon: Icon, act, ...tool }) => (
          <ActionIcon
            key={name}
            size={32}
            aria-label={t(`guides.tools.${name}`)}
            title={t(`guides.tools.${name}`)}
            {...('pressed' in tool && { 'aria-pressed': tool.pressed })}
            loading={isSending && name === kind}
            className={styles.tool}
            onClick={act}
          >
            <Icon size={20} />
          </ActionIcon>
        ))}
        <input
          ref={file}
          type="file"
          hidden
          accept={accepted[kind]}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            currentTarget.value = ''
            if (chosen) void add(chosen)
          }}
        />
      </div>
      {active.table && (
        <Group gap="xs" p="xs">
          {tableChanges.map(change => (
            <Button key={change} size="xs" variant="default" onClick={() => changeTable(editor, change)}>
              {t(`guides.table.${change}`)}
            </Button>
          ))}
        </Group>
      )}
      {active.picture !== undefined && (
        <TextInput
          p="xs"
          label={t('guides.pictureShows')}
          maxLength={300}
          value={active.picture}
          onChange={event => editor.commands.updateAttributes('image', { alt: event.currentTarget.value })}
        />
      )}
      {problem != null && <Notice kind="stop">{errorText(problem, t)}</Notice>}
      {isLinking && (
        <LinkPicker
          onClosed={() => setLinking(false)}
          onPicked={({ href, name }) =>
            editor
              .chain()
              .focus()
              .insertContent({ type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] })
              .run()
          }
        />
      )}
    </>
  )
}

/** Sends a file for a guide; what the editor puts there for it: a picture, or a line that names a file or a video. */
async function sendFile(file: File): Promise<JSONContent[]> {
  const { path, name, content_type } = await api.files.create({}, { files: { file } })
  const href = `/storage/${path}`
  if (content_type.startsWith('image/'))
    return [{ type: 'image', attrs: { src: href, alt: '' } }, { type: 'paragraph' }]
  const words = { type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] }
  return [{ type: 'paragraph', content: [words] }, { type: 'paragraph' }]
}

export type LinkProps = { onClosed: () => void; onPicked: (link: { href: string; name: string }) => void }

/** Picks the target of a link in a guide: a form, or a guide or one of its sections. */
function LinkPicker({ onClosed, onPicked }: LinkProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState('form')
  const [form, setForm] = useState<{ id: number; name: string }>()
  const [place, setPlace] = useState<Place>()
  const link =
    kind === 'form'
      ? form && { href: `/submission/filling/new?form=${form.id}`, name: form.name }
      : place && { href: `/guides/${place.guideId}${place.anchor ? `#${place.anchor}` : ''}`, name: place.name }
  return (
    <SideSheet title={t('guides.tools.link')} onClosed={onClosed}>
      {close => (
        <>
          <SegmentedControl
            aria-label={t('guides.tools.link')}
            value={kind}
            data={[
              { value: 'form', label: t('guides.linkForm') },
              { value: 'section', label: t('guides.linkSection') },
            ]}
            onChange={setKind}
          />
          {kind === 'form' ? (
            <FormSelect label={t('guides.linkForm')} form={form} onChange={setForm} />
          ) : (
            <SectionSelect place={place} onChange={setPlace} />
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button
              disabled={!link}
              onClick={() => {
                if (link) onPicked(link)
                close()
              }}
            >
              {t('guides.insert')}
            </Button>
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}
