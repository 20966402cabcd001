import { Button, FileButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFindingPhotos } from '#shared/passes/rules.ts'
import { newKey } from '../../../lib/attemptKey.ts'
import { drawPicture } from '../../../lib/drawPicture.ts'
import { useFormat } from '../../../lib/format.ts'
import { useObjectUrl } from '../../../lib/objectUrl.ts'
import { PhotoThumb } from '../../../ui/PhotoThumb.tsx'
import styles from '../Pass.module.css'
import { useWriting } from './WritingProvider.tsx'

type Props = { uuids: string[]; onChange: (uuids: string[]) => void; onFailed: (text: string | null) => void }

/** Photos of a finding: from the camera or the device, kept on it until they are sent. */
export function PicturesField({ uuids, onChange, onFailed }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { unsent } = useWriting()
  const [isBusy, setBusy] = useState(false)
  const add = async (files: File[]) => {
    setBusy(true)
    onFailed(null)
    const added: string[] = []
    for (const file of files.slice(0, maxFindingPhotos - uuids.length)) {
      const picture = await drawPicture(file).catch(() => null)
      if (!picture) onFailed(t('passes.written.unreadable'))
      const uuid = newKey()
      if (picture)
        await unsent?.keepPicture(uuid, picture).then(
          () => added.push(uuid),
          () => onFailed(t('passes.written.full')),
        )
    }
    onChange([...uuids, ...added])
    setBusy(false)
  }
  const drop = (uuid: string) => {
    onChange(uuids.filter(other => other !== uuid))
    void unsent?.dropPicture(uuid)
  }
  return (
    <>
      {uuids.length > 0 && (
        <div className={styles.photos}>
          {uuids.map((uuid, at) => (
            <div key={uuid} className={styles.photo}>
              <KeptPicture uuid={uuid} alt={t('passes.visit.photoOf', { number: format.number(at + 1) })} />
              <Button variant="subtle" size="compact-sm" onClick={() => drop(uuid)}>
                {t('passes.written.removePhoto', { number: format.number(at + 1) })}
              </Button>
            </div>
          ))}
        </div>
      )}
      {uuids.length < maxFindingPhotos && (
        <FileButton multiple accept="image/*" onChange={files => void add(files)}>
          {props => (
            <Button {...props} variant="default" leftSection={<IconCamera size={20} />} loading={isBusy}>
              {t('passes.written.photo')}
            </Button>
          )}
        </FileButton>
      )}
    </>
  )
}

/** A picture that is on this device alone. */
export function KeptPicture({ uuid, alt }: { uuid: string; alt: string }) {
  const { unsent } = useWriting()
  const [picture, setPicture] = useState<Blob>()
  const src = useObjectUrl(picture)
  useEffect(() => {
    let isLeft = false
    void unsent?.picture(uuid).then(found => isLeft || setPicture(found ?? undefined))
    return () => {
      isLeft = true
    }
  }, [unsent, uuid])
  return src ? <PhotoThumb src={src} alt={alt} size={88} /> : null
}
