import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { mostPaperFiles } from '#shared/papers/paperKinds.ts'
import { acceptedFiles, takeFile } from '../answers/photos/takeFile.ts'
import { sendFile } from '../files/commands.ts'
import { newKey } from '../lib/attemptKey.ts'
import { FileLink } from '../ui/FileLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './PaperFiles.module.css'
import type { PaperValues } from './PaperForm.tsx'

const faults = { kind: 'filling.fileKind', size: 'filling.fileTooLarge', unreadable: 'filling.unreadableFile' } as const

/** The scans of a paper in its form. Each is sent as soon as it is chosen, and belongs to the paper with saving. */
export function PaperFiles({ form }: { form: UseFormReturn<PaperValues> }) {
  const { t } = useTranslation()
  const { field } = useController({ control: form.control, name: 'files' })
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const [problem, setProblem] = useState<unknown>()

  async function take(chosen: File[]) {
    setBusy(true)
    setProblem(undefined)
    const wrong: string[] = []
    try {
      for (const file of chosen.slice(0, mostPaperFiles - field.value.length)) {
        const sent = await send(file)
        if ('fault' in sent) wrong.push(t(faults[sent.fault as keyof typeof faults], { name: file.name }))
        else field.onChange([...form.getValues('files'), sent])
      }
    } catch (error) {
      setProblem(error)
    }
    setRefused(wrong)
    setBusy(false)
  }

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t('papers.files')}</legend>
      {field.value.length > 0 && (
        <ul className={styles.list}>
          {field.value.map(({ uuid, name, path }) => (
            <li key={uuid} className={styles.file}>
              {path ? <FileLink href={`/storage/${path}`} name={name} /> : <bdi className={styles.name}>{name}</bdi>}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('filling.removeFile', { name })}
                onClick={() => field.onChange(field.value.filter(one => one.uuid !== uuid))}
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
        accept={acceptedFiles}
        multiple
        hidden
        aria-label={t('papers.addFile')}
        onChange={event => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void take(chosen)
        }}
      />
      {field.value.length < mostPaperFiles && (
        <Button
          variant="default"
          leftSection={<IconPaperclip size={18} />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          {t('papers.addFile')}
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

/** Sends one: a picture drawn anew and small, anything else as it is. */
async function send(file: File) {
  const { drawPicture } = await import('../answers/photos/drawPicture.ts')
  const picture = file.type.startsWith('image/') ? await drawPicture(file).catch(() => undefined) : undefined
  const uuid = newKey()
  if (picture) {
    const name = file.name.replace(/\.[^.]*$/, '.jpg')
    await sendFile({ uuid, name, content_type: picture.type, bytes: await picture.arrayBuffer() })
    return { uuid, name, path: null }
  }
  const taken = await takeFile(file, uuid, '')
  if (typeof taken === 'string') return { fault: taken }
  const { name, content_type, bytes } = taken
  if (!bytes) return { fault: 'unreadable' as const }
  await sendFile({ uuid, name, content_type, bytes })
  return { uuid, name, path: null }
}
