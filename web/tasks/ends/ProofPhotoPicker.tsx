import { ActionIcon } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxProofPhotos } from '#shared/lib/taskFields.ts'
import { AddButton } from '../../answers/photos/AddButton.tsx'
import strip from '../../answers/photos/PhotoStrip.module.css'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import styles from './ProofSheet.module.css'
import type { ProofPhotos } from './useProofPhotos.ts'

type Props = { photos: ProofPhotos; isBusy: boolean; onBusy: (isBusy: boolean) => void }

/** Takes photos of what was done, and shows them. */
export function ProofPhotoPicker({ photos, isBusy, onBusy }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [isUnreadable, setUnreadable] = useState(false)
  const room = maxProofPhotos - photos.taken.length

  async function take(files: FileList | null) {
    setUnreadable(false)
    onBusy(true)
    for (const file of [...(files ?? [])].slice(0, room)) await photos.add(file).catch(() => setUnreadable(true))
    onBusy(false)
    if (input.current) input.current.value = ''
  }

  return (
    <>
      {photos.taken.length > 0 && (
        <ul className={strip.strip}>
          {photos.taken.map(({ uuid, url }, index) => (
            <li key={uuid} className={strip.photo}>
              <PhotoThumb src={url} alt={t('filling.photoNumber', { number: index + 1 })} size={88} />
              <ActionIcon
                variant="filled"
                color="dark"
                radius="xl"
                className={strip.remove}
                aria-label={t('filling.removePhoto', { number: index + 1 })}
                onClick={() => photos.remove(uuid)}
              >
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => void take(event.currentTarget.files)}
      />
      {room > 0 && (
        <AddButton
          icon={IconCamera}
          isWide
          isBusy={isBusy}
          describedBy={isUnreadable ? problemId : undefined}
          onClick={() => input.current?.click()}
        >
          {t('filling.photo')}
        </AddButton>
      )}
      {isUnreadable && (
        <p id={problemId} className={styles.problem} data-status="attention" role="alert">
          {t('filling.unreadablePhoto')}
        </p>
      )}
    </>
  )
}
