import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import {
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconLinkOff,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './RichField.module.css'

/** What can be done to the words that are marked. */
export function RichToolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string>()
  const active = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      bold: shown.isActive('bold'),
      italic: shown.isActive('italic'),
      heading: shown.isActive('heading', { level: 2 }),
      subheading: shown.isActive('heading', { level: 3 }),
      bullets: shown.isActive('bulletList'),
      numbers: shown.isActive('orderedList'),
      link: shown.isActive('link'),
    }),
  })
  const act = () => editor.chain().focus()
  const tools = [
    { name: 'bold', icon: IconBold, act: () => act().toggleBold().run() },
    { name: 'italic', icon: IconItalic, act: () => act().toggleItalic().run() },
    { name: 'heading', icon: IconH2, act: () => act().toggleHeading({ level: 2 }).run() },
    { name: 'subheading', icon: IconH3, act: () => act().toggleHeading({ level: 3 }).run() },
    { name: 'bullets', icon: IconList, act: () => act().toggleBulletList().run() },
    { name: 'numbers', icon: IconListNumbers, act: () => act().toggleOrderedList().run() },
    { name: 'link', icon: IconLink, act: () => setAddress(String(editor.getAttributes('link').href ?? '')) },
  ] as const

  function link() {
    const href = address?.trim() ?? ''
    setAddress(undefined)
    if (href === '') return act().unsetLink().run()
    const whole = /^[a-z]+:/i.test(href) ? href : `https://${href}`
    const marked = act().extendMarkRange('link')
    // With nothing marked, the address is its own words.
    if (editor.state.selection.empty && !active.link)
      return marked.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href: whole } }] }).run()
    marked.setLink({ href: whole }).run()
  }

  return (
    <>
      <div className={styles.toolbar} role="toolbar" aria-label={t('formProperties.rich.toolbar')}>
        {tools.map(({ name, icon: Icon, act: press }) => (
          <ActionIcon
            key={name}
            size={32}
            aria-label={t(`formProperties.rich.${name}`)}
            title={t(`formProperties.rich.${name}`)}
            aria-pressed={active[name]}
            className={styles.tool}
            onClick={press}
          >
            <Icon size={20} />
          </ActionIcon>
        ))}
        {active.link && (
          <ActionIcon
            size={32}
            aria-label={t('formProperties.rich.unlink')}
            title={t('formProperties.rich.unlink')}
            className={styles.tool}
            onClick={() => act().extendMarkRange('link').unsetLink().run()}
          >
            <IconLinkOff size={20} />
          </ActionIcon>
        )}
      </div>
      {address !== undefined && (
        <Group gap="xs" align="end" className={styles.address} wrap="nowrap">
          <TextInput
            autoFocus
            type="url"
            dir="ltr"
            label={t('formProperties.rich.address')}
            value={address}
            onChange={event => setAddress(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              link()
            }}
          />
          <Button variant="default" onClick={link}>
            {t('common.save')}
          </Button>
        </Group>
      )}
    </>
  )
}
