import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { maxPaperFiles } from '#shared/certificates/rules.ts'
import { endingOf, fileKinds, isFileEnding, largestFile } from '#shared/lib/fileKinds.ts'
import { api } from '../api.ts'
import { newKey } from '../lib/attemptKey.ts'
import { FileLink } from '../ui/FileLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './PaperFiles.module.css'
import type { PaperValues } from './PaperForm.tsx'

/** What a browser is to offer. */
const accepted = ['image/*', ...Object.keys(fileKinds).map(ending => `.${ending}`)].join(',')
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
      for (const file of chosen.slice(0, maxPaperFiles - field.value.length)) {
        const sent = await send(file)
        if ('fault' in sent) wrong.push(t(faults[sent.fault], { name: file.name }))
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
        accept={accepted}
        multiple
        hidden
        aria-label={t('papers.addFile')}
        onChange={event => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void take(chosen)
        }}
      />
      {field.value.length < maxPaperFiles && (
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

/** Sends one: a picture drawn anew and small, anything else as it is. Throws as calls do. */
async function send(chosen: File): Promise<{ fault: keyof typeof faults } | PaperValues['files'][number]> {
  const isPicture = chosen.type.startsWith('image/')
  if (!isPicture && !isFileEnding(endingOf(chosen.name))) return { fault: 'kind' }
  const { drawPicture } = await import('../answers/photos/drawPicture.ts')
  const picture = isPicture ? await drawPicture(chosen).catch(() => undefined) : undefined
  const name = picture ? chosen.name.replace(/\.[^.]*$/, '.jpg') : chosen.name
  const file = picture ? new File([picture], name, { type: picture.type }) : chosen
  if (file.size > largestFile) return { fault: 'size' }
  if (file.size === 0) return { fault: 'unreadable' }
  const uuid = newKey()
  await api.files.create({ uuid }, { files: { file } })
  return { uuid, name, path: null }
}
