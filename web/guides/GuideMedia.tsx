import { useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredBlock } from '#shared/guides/guideText.ts'
import { currentUser } from '../lib/session/session.ts'
import { FileLink } from '../ui/FileLink.tsx'
import styles from './GuideText.module.css'
import { StoredAt } from './StoredAt.ts'

/** A picture, a video or a file of a guide; without signal from among what the device keeps. */
export function GuideMedia({ block }: { block: StoredBlock }) {
  const { t } = useTranslation()
  const { address, isMissing, useKept } = useStored(block.path)
  if (block.kind === 'file') return <FileLine {...{ address, isMissing }} name={block.name} onMissing={useKept} />
  const words = block.kind === 'picture' ? block.description : block.name
  return (
    <figure className={styles.figure}>
      {isMissing ? (
        <p>{t(block.kind === 'video' ? 'guides.videoMissing' : 'guides.pictureMissing')}</p>
      ) : block.kind === 'picture' ? (
        <img src={address} alt={words} decoding="async" loading="lazy" onError={useKept} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: films of one’s own come without, and their words stand in the guide
        <video src={address} controls preload="metadata" aria-label={words} onError={useKept} />
      )}
      {words && (
        <figcaption>
          <bdi>{words}</bdi>
        </figcaption>
      )}
    </figure>
  )
}

type FileProps = { address: string; name: string; isMissing: boolean; onMissing: () => void }

/** A file that the server cannot be asked for is taken from the device. */
function FileLine({ address, name, isMissing, onMissing }: FileProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!navigator.onLine) onMissing()
    addEventListener('offline', onMissing)
    return () => removeEventListener('offline', onMissing)
  }, [onMissing])
  if (isMissing)
    return (
      <p>
        <bdi>{name}</bdi>
        <br />
        <span>{t('guides.fileMissing')}</span>
      </p>
    )
  return (
    <p>
      <FileLink href={address} name={name} />
    </p>
  )
}

/** The address of what is in the store: the server’s, until it was asked in vain. Whoever reads by a link keeps nothing. */
function useStored(path: string) {
  const shared = useContext(StoredAt)
  const [kept, setKept] = useState<string | null>()
  const [isWanted, setWanted] = useState(false)
  const [useKept] = useState(() => () => setWanted(true))
  useEffect(() => {
    if (!isWanted) return
    let made: string | undefined
    let isOver = false
    const find = async () => {
      const userId = currentUser()?.id
      const { findFile } = await import('./keepGuides.ts')
      const file = userId === undefined ? undefined : await findFile(userId, path)
      if (isOver) return
      if (file) made = URL.createObjectURL(new Blob([file.bytes], { type: file.type }))
      setKept(made ?? null)
    }
    find().catch(() => setKept(null))
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [isWanted, path])
  // What only the server has is asked for again as soon as it can be.
  useEffect(() => {
    if (kept !== null) return
    const askAgain = () => {
      setWanted(false)
      setKept(undefined)
    }
    addEventListener('online', askAgain)
    return () => removeEventListener('online', askAgain)
  }, [kept])
  const address = shared ? shared[path] : `/storage/${path}`
  return { address: kept ?? address ?? '', isMissing: kept === null || address === undefined, useKept }
}
