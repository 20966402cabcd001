import { ActionIcon, TextInput } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFiles } from '#shared/forms/answers/answerKey.ts'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import type { PhotoQuestion, Question } from '#shared/forms/questions.ts'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { useAction } from '../../lib/useAction.ts'
import { useLive } from '../../lib/useLive.ts'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import { tellUndo } from '../../ui/toast.tsx'
import type { Draft } from '../draft/Draft.ts'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import type { PhotoRow } from '../draft/rows.ts'
import { AddButton } from './AddButton.tsx'
import styles from './PhotoStrip.module.css'

/** Photos as the answer itself. */
export function PhotoAnswer({ question }: { question: PhotoQuestion }) {
  const draft = useDraft()
  const photos = photosOf(useAnswer(question.id).value)
  const change: ChangeFiles = (to, photo) => {
    const next = to(photosOf(draft.rowOf(question.id)?.answer.value))
    draft.setValue(question, next.length > 0 ? next : undefined, { ...(photo && { photo }) })
  }
  return (
    <>
      <PhotoStrip photos={photos} onChange={change} />
      {photos.length < maxFiles && <PhotoButton question={question} isMain onChange={change} />}
    </>
  )
}

const photosOf = (value: unknown): FileReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object') : []

type PhotoButtonProps = {
  question: Question
  /** A large button of its own, for questions that ask for nothing else. */
  isMain?: boolean
  onChange: ChangeFiles
}

const edgeOf = (question: Question) => (question.type === 'photo' ? question.max_pixels : undefined)

/** Opens the camera, keeps the picture at once, and makes it fit for sending. */
export function PhotoButton({ question, isMain = false, onChange }: PhotoButtonProps) {
  const { t } = useTranslation()
  const draft = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [isUnreadable, setUnreadable] = useState(false)

  const { run: take, isBusy } = useAction(async (files: FileList | null) => {
    setUnreadable(false)
    for (const file of files ?? []) {
      const work = keepPhoto(file, draft, question.id, onChange, edgeOf(question)).catch(() => setUnreadable(true))
      draft.awaits(work)
      await work
    }
    if (input.current) input.current.value = ''
  })

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => void take(event.currentTarget.files)}
      />
      <AddButton
        icon={IconCamera}
        isWide={isMain}
        isBusy={isBusy}
        describedBy={isUnreadable ? problemId : undefined}
        onClick={() => input.current?.click()}
      >
        {t('filling.photo')}
      </AddButton>
      {isUnreadable && (
        <p id={problemId} className={styles.problem} data-status="attention" role="alert">
          {t('filling.unreadablePhoto')}
        </p>
      )}
    </>
  )
}

type PhotoStripProps = {
  photos: FileReference[]
  /** Changes the photos as they are at that moment. */
  onChange: (change: (photos: FileReference[]) => FileReference[]) => void
}

/** The photos of an answer; each can be taken away, and brought back for a while. */
export function PhotoStrip({ photos, onChange }: PhotoStripProps) {
  const { t } = useTranslation()
  if (photos.length === 0) return null

  function remove(photo: FileReference, index: number) {
    onChange(now => now.filter(({ uuid }) => uuid !== photo.uuid))
    tellUndo(t('filling.photoRemoved'), t('common.undo'), () =>
      onChange(now => (now.some(({ uuid }) => uuid === photo.uuid) ? now : now.toSpliced(index, 0, photo))),
    )
  }

  const write = (uuid: string, caption: string) =>
    onChange(now => now.map(photo => (photo.uuid === uuid ? withCaption(photo, caption) : photo)))

  return (
    <ul className={styles.strip}>
      {photos.map((photo, index) => (
        <li key={photo.uuid} className={styles.photo}>
          <Thumb photo={photo} number={index + 1} />
          <ActionIcon
            variant="filled"
            color="dark"
            radius="xl"
            className={styles.remove}
            aria-label={t('filling.removePhoto', { number: index + 1 })}
            onClick={() => remove(photo, index)}
          >
            <IconX size={18} />
          </ActionIcon>
          <PhotoCaption photo={photo} number={index + 1} onWritten={caption => write(photo.uuid, caption)} />
        </li>
      ))}
    </ul>
  )
}

function withCaption({ caption: _, ...photo }: FileReference, caption: string): FileReference {
  return caption.trim() === '' ? photo : { ...photo, caption }
}

function Thumb({ photo, number }: { photo: FileReference; number: number }) {
  const { t } = useTranslation()
  const address = usePhotoAddress(photo.uuid)
  return address ? (
    <PhotoThumb src={address} alt={t('filling.photoNumber', { number })} size={88} />
  ) : (
    <span className={styles.waiting} />
  )
}

/** Changes the files of an answer as they are at that moment; `photo` is to be kept with them. */
export type ChangeFiles = (change: (files: FileReference[]) => FileReference[], photo?: PhotoRow) => void

/**
 * Adds a picture to an answer at once and, when it is kept, the one that is drawn in its place. Throws where it is none
 * that this device can read. `edge` is the longest that the form wants of it.
 */
export async function keepPhoto(
  file: File,
  draft: Draft,
  key: string,
  onChange: ChangeFiles,
  edge?: number,
): Promise<void> {
  // The code that draws pictures is loaded with the first one.
  const { drawnName, drawPhoto, takePhoto } = await import('./takePhoto.ts')
  const taken = await takePhoto(file, draft.entry.uuid, key)
  onChange(now => [...now, { uuid: taken.uuid, name: drawnName(taken), added_at: taken.taken_at }], taken)
  await draft.persister.flush()
  try {
    const photo = await drawPhoto(taken, edge)
    onChange(now => now, photo)
  } catch (error) {
    onChange(now => now.filter(({ uuid }) => uuid !== taken.uuid))
    throw error
  }
}

/** What this device has of a photo or a file of the form; undefined until that is known. */
export function useKeptFile(uuid: string): PhotoRow | undefined {
  const {
    entry: { user_id },
    persister,
  } = useDraft()
  return useLive(() => persister.findPhoto(uuid), [user_id, uuid])
}

/**
 * Where a photo of the form can be shown from: this device, or the server for one taken elsewhere. Undefined until that
 * is known.
 */
export const usePhotoAddress = (uuid: string): string | undefined => useAddressOf(useKeptFile(uuid))

/** The same for what was looked up before. */
export function useAddressOf(photo: PhotoRow | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  const { bytes, content_type, path } = photo ?? {}
  const length = bytes?.byteLength

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bytes of a photo never change; reading them again gives new ones
  useEffect(() => {
    if (!bytes) return setAddress(path ? `/storage/${path}` : undefined)
    const made = URL.createObjectURL(new Blob([bytes], { type: content_type ?? '' }))
    setAddress(made)
    return () => releaseUrl(made)
  }, [length, content_type, path && !bytes])
  return address
}

type Props = { photo: FileReference; number: number; onWritten: (caption: string) => void }

/** The caption of a photo: a button that becomes a field, and stays one while it has a text. */
export function PhotoCaption({ photo: { caption = '' }, number, onWritten }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // As it is typed: a space at its end is no reason to take it away.
  const [typed, setTyped] = useState(caption)
  if (!isOpen && caption === '')
    return (
      <button
        type="button"
        className={styles.add}
        aria-label={t('filling.captionOf', { number })}
        onClick={() => setOpen(true)}
      >
        {t('filling.caption')}
      </button>
    )
  return (
    <TextInput
      className={styles.field}
      size="sm"
      autoFocus={isOpen}
      dir="auto"
      aria-label={t('filling.captionOf', { number })}
      placeholder={t('filling.caption')}
      maxLength={300}
      value={typed.trim() === caption.trim() ? typed : caption}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onWritten(event.currentTarget.value)
      }}
      onBlur={() => setOpen(false)}
    />
  )
}
