import { ActionIcon } from '@mantine/core'
import { IconMicrophone, IconPaperclip, IconPlayerStopFilled, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFiles } from '#shared/forms/answers/answerKey.ts'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import { filesIn } from '#shared/forms/answers/content.ts'
import type { FileQuestion } from '#shared/forms/questions.ts'
import { endingOf, fileKinds, isFileEnding, largestFile, mediaEndings } from '#shared/lib/fileKinds.ts'
import { formatSize, isPicture } from '#shared/submissions/givenFiles.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { useFormat } from '../../lib/format.ts'
import { sha256 } from '../../lib/hash.ts'
import { type Recording, record, recordedFormat } from '../../lib/recording.ts'
import { useAction } from '../../lib/useAction.ts'
import { FileLink } from '../../ui/FileLink.tsx'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import { tellUndo } from '../../ui/toast.tsx'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import type { PhotoRow } from '../draft/rows.ts'
import { AddButton } from './AddButton.tsx'
import { type ChangeFiles, keepPhoto, useAddressOf, useKeptFile } from './PhotoAnswer.tsx'
import styles from './PhotoStrip.module.css'

/** Files that the device has already: pictures, documents, tables, recordings. */
export function FileAnswer({ question }: { question: FileQuestion }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const files = filesIn(useAnswer(question.id).value)
  const change: ChangeFiles = (to, photo) => {
    const next = to(filesIn(draft.rowOf(question.id)?.answer.value))
    draft.setValue(question, next.length > 0 ? next : undefined, { ...(photo && { photo }) })
  }

  function remove(file: FileReference, index: number) {
    change(now => now.filter(({ uuid }) => uuid !== file.uuid))
    void tellUndo(t('filling.fileRemoved', { name: file.name }), t('common.undo'), () =>
      change(now => (now.some(({ uuid }) => uuid === file.uuid) ? now : now.toSpliced(index, 0, file))),
    )
  }

  async function add(file: File): Promise<FileFault | undefined> {
    if (file.type.startsWith('image/'))
      return keepPhoto(file, draft, question.id, change).then(
        () => undefined,
        () => 'unreadable',
      )
    const kept = await takeFile(file, draft.entry.uuid, question.id)
    if (typeof kept === 'string') return kept
    change(now => [...now, { uuid: kept.uuid, name: kept.name, added_at: kept.taken_at }], kept)
    return undefined
  }

  return (
    <>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file, index) => (
            <li key={file.uuid} className={styles.file}>
              <Given file={file} media={question.media} />
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={t('filling.removeFile', { name: file.name })}
                onClick={() => remove(file, index)}
              >
                <IconX size={20} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {files.length < maxFiles && <Adder room={maxFiles - files.length} media={question.media} onFile={add} />}
    </>
  )
}

function Given({ file: { uuid, name = '' }, media }: { file: FileReference; media: FileQuestion['media'] }) {
  const format = useFormat()
  const kept = useKeptFile(uuid)
  const address = useAddressOf(kept)
  if (!kept || !address) return <span className={styles.fileAnswerWaiting}>{name}</span>
  if (isPicture(kept)) return <PhotoThumb src={address} alt={name} size={88} />
  if (/^(?:audio|video)\//.test(kept.content_type) && media)
    return <Played media={media} address={address} name={name} />
  return (
    <FileLink href={address} name={name} size={kept.bytes ? formatSize(kept.bytes.byteLength, format) : undefined} />
  )
}

/** What was recorded can be heard or seen before it is sent. */
function Played({ media, address, name }: { media: 'audio' | 'video'; address: string; name: string }) {
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was just recorded.
  if (media === 'audio') return <audio controls src={address} aria-label={name} className={styles.played} />
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was just recorded.
  return <video controls src={address} aria-label={name} className={styles.played} />
}

const faults = {
  room: 'filling.fileRoom',
  kind: 'filling.fileKind',
  size: 'filling.fileTooLarge',
  unreadable: 'filling.unreadableFile',
} as const

/** Asks the device for files, and says which of them cannot be added. */
type AdderProps = {
  room: number
  media: FileQuestion['media']
  onFile: (file: File) => Promise<FileFault | undefined>
}

function Adder({ room, media, onFile }: AdderProps) {
  const { t } = useTranslation()
  const draft = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [refused, setRefused] = useState<{ name: string; fault: FileFault | 'room' }[]>([])

  const { run: take, isBusy } = useAction(async (files: Iterable<File> | null) => {
    const found: typeof refused = []
    const all = [...(files ?? [])]
    for (const file of all.slice(0, room)) {
      const work = onFile(file)
      draft.awaits(work)
      const fault = await work.catch((): FileFault => 'unreadable')
      if (fault) found.push({ name: file.name, fault })
    }
    setRefused([...found, ...all.slice(room).map(({ name }) => ({ name, fault: 'room' as const }))])
    if (input.current) input.current.value = ''
  })

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={media ? acceptedMedia : acceptedFiles}
        multiple
        hidden
        onChange={event => void take(event.currentTarget.files)}
      />
      {media === 'audio' && <RecordButton onFile={file => void take([file])} />}
      <AddButton
        icon={IconPaperclip}
        isWide
        isBusy={isBusy}
        describedBy={refused.length > 0 ? problemId : undefined}
        onClick={() => input.current?.click()}
      >
        {t(media ? `filling.sound.choose_${media}` : 'filling.file')}
      </AddButton>
      {refused.length > 0 && (
        <div id={problemId} className={styles.fileAnswerProblem} data-status="attention" role="alert">
          {refused.map(({ name, fault }) => (
            <p key={name}>{t(faults[fault], { name })}</p>
          ))}
        </div>
      )}
    </>
  )
}

type Props = { onFile: (file: File) => void }

/**
 * Records sound with the microphone of the device; nothing leaves the device before the form does. Nothing where it has
 * none.
 */
function RecordButton({ onFile }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'recording' | 'denied'>('idle')
  const recording = useRef<Recording>(undefined)
  const isHere = useRef(true)
  // Who leaves the question is not listened to any longer, and half a recording is no answer.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      recording.current?.drop()
    }
  }, [])
  if (!recordedFormat()) return null

  async function begin() {
    try {
      recording.current = await record(
        {
          bits: 32_000,
          onDone({ parts, type, ending }) {
            recording.current = undefined
            setState('idle')
            const at = new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')
            onFile(new File(parts, `${at}.${ending}`, { type }))
          },
        },
        () => isHere.current,
      )
      if (recording.current) setState('recording')
    } catch {
      setState('denied')
    }
  }

  return (
    <>
      <AddButton
        icon={state === 'recording' ? IconPlayerStopFilled : IconMicrophone}
        isWide
        onClick={() => (state === 'recording' ? recording.current?.stop() : void begin())}
      >
        {t(state === 'recording' ? 'filling.sound.stop' : 'filling.sound.record')}
      </AddButton>
      <div role="status" className={styles.fileAnswerWaiting}>
        {state === 'recording' && t('filling.sound.recording')}
        {state === 'denied' && t('filling.sound.denied')}
      </div>
    </>
  )
}

/** What a browser is to offer when it asks for a file. */
const acceptedFiles = ['image/*', ...Object.keys(fileKinds).map(ending => `.${ending}`)].join(',')

/** The same for sound and film. */
const acceptedMedia = mediaEndings.map(ending => `.${ending}`).join(',')

/** Why a file cannot be added: a kind that nobody takes, too large, or not to be read. */
type FileFault = 'kind' | 'size' | 'unreadable'

/** A file made ready to be kept and sent as it is, or why it cannot be. Pictures go the way of photos (`keepPhoto`). */
export async function takeFile(file: File, entry_uuid: string, question_id: string): Promise<PhotoRow | FileFault> {
  const ending = endingOf(file.name)
  if (!isFileEnding(ending)) return 'kind'
  if (file.size > largestFile) return 'size'
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes?.byteLength) return 'unreadable'
  return {
    uuid: newKey(),
    entry_uuid,
    question_id,
    name: file.name.slice(-255),
    content_type: fileKinds[ending],
    bytes,
    sha256: await sha256(bytes),
    path: null,
    state: 'kept',
    taken_at: new Date().toISOString(),
  }
}
