import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endingOf, fileKinds, isFileEnding, largestFile } from '#shared/lib/fileKinds.ts'
import { api } from '../api.ts'
import { newKey } from '../lib/attemptKey.ts'
import { useAction } from '../lib/useAction.ts'
import { FileLink } from '../ui/FileLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './FilesField.module.css'

/** A file that was sent; those that the row had lie at their path. */
export type SentFile = { uuid: string; name: string; path: string | null }

/** What a browser is to offer. */
const accepted = ['image/*', ...Object.keys(fileKinds).map(ending => `.${ending}`)].join(',')
const faults = { kind: 'filling.fileKind', size: 'filling.fileTooLarge', unreadable: 'filling.unreadableFile' } as const

type Props = {
  label: string
  /** The words of the button. */
  add: string
  most: number
  files: SentFile[]
  onAdd: (file: SentFile) => void
  onRemove: (uuid: string) => void
}

/** Files of a row in its form. Each is sent as soon as it is chosen, and belongs to the row with saving. */
export function FilesField({ label, add, most, files, onAdd, onRemove }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const {
    run: take,
    isBusy,
    error: problem,
  } = useAction(async (chosen: File[]) => {
    const wrong: string[] = []
    try {
      for (const file of chosen.slice(0, most - files.length)) {
        const sent = await send(file)
        if ('fault' in sent) wrong.push(t(faults[sent.fault], { name: file.name }))
        else onAdd(sent)
      }
    } finally {
      setRefused(wrong)
    }
  })

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{label}</legend>
      {files.length > 0 && (
        <ul className={styles.list}>
          {files.map(({ uuid, name, path }) => (
            <li key={uuid} className={styles.file}>
              {path ? <FileLink href={`/storage/${path}`} name={name} /> : <bdi className={styles.name}>{name}</bdi>}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('filling.removeFile', { name })}
                onClick={() => onRemove(uuid)}
              >
                <IconX size={20} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-label={add}
        onChange={event => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void take(chosen)
        }}
      />
      {files.length < most && (
        <Button
          variant="default"
          leftSection={<IconPaperclip size={18} />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          {add}
        </Button>
      )}
      {refused.map(text => (
        <Notice key={text} kind="attention">
          {text}
        </Notice>
      ))}
      {problem !== undefined && (
        <Notice kind="stop">
          <ProblemText error={problem} />
        </Notice>
      )}
    </fieldset>
  )
}

/** Sends a file: a picture is resized first. Throws a `RequestError`. */
async function send(chosen: File): Promise<{ fault: keyof typeof faults } | SentFile> {
  const isPicture = chosen.type.startsWith('image/')
  if (!isPicture && !isFileEnding(endingOf(chosen.name))) return { fault: 'kind' }
  const { drawPicture } = await import('../lib/drawPicture.ts')
  const picture = isPicture ? await drawPicture(chosen).catch(() => undefined) : undefined
  const name = picture ? chosen.name.replace(/\.[^.]*$/, '.jpg') : chosen.name
  const file = picture ? new File([picture], name, { type: picture.type }) : chosen
  if (file.size > largestFile) return { fault: 'size' }
  if (file.size === 0) return { fault: 'unreadable' }
  const uuid = newKey()
  await api.files.create({ uuid }, { files: { file } })
  return { uuid, name, path: null }
}
