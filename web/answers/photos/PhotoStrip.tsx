import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import { tellUndo } from '../../ui/toast.tsx'
import styles from './PhotoStrip.module.css'
import { usePhotoAddress } from './usePhotoAddress.ts'

const PhotoCaption = lazyPart(() => import('./PhotoCaption.tsx').then(part => part.PhotoCaption))

type Props = {
  photos: FileReference[]
  /** Changes the photos as they are at that moment. */
  onChange: (change: (photos: FileReference[]) => FileReference[]) => void
}

/** The photos of an answer; each can be taken away, and brought back for a while. */
export function PhotoStrip({ photos, onChange }: Props) {
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
