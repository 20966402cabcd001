/** What can be put into a guide beside words: notes, checklists, tables, pictures, files, videos, and links to forms and sections. */
import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFileText,
  IconListCheck,
  IconPaperclip,
  IconPhoto,
  IconTable,
  IconVideo,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './GuideEditor.module.css'
import { changeTable, insertTable, tableChanges } from './tableNodes.ts'

const LinkPicker = lazyPart(() => import('./LinkPicker.tsx').then(part => part.LinkPicker))

const accepted = { picture: 'image/*', video: 'video/mp4,video/webm', file: '' } as const
type Kind = keyof typeof accepted

export function GuideTools({ editor }: { editor: Editor }) {
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
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const choose = (wanted: Kind) => {
    setKind(wanted)
    // The field takes the new kind before the browser's window opens.
    setTimeout(() => file.current?.click())
  }
  async function add(chosen: File) {
    setSending(true)
    setProblem(undefined)
    try {
      const { sendFile } = await import('./sendFile.ts')
      editor
        .chain()
        .focus()
        .insertContent(await sendFile(chosen))
        .run()
    } catch (error) {
      setProblem(error)
    } finally {
      setSending(false)
    }
  }
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
