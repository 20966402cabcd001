import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import type { MessageEntry } from '../messageActions.ts'
import styles from './MessageRow.module.css'
import { MessageText } from './MessageText.tsx'
import { uploads } from './threads.ts'

/** A message that this device has and the server does not: it waits, is on its way, or was refused. */
export function PendingRow({ entry }: { entry: MessageEntry }) {
  const { t, i18n } = useTranslation()
  const underway = useSyncExternalStore(uploads.watch, uploads.now)
  const files = useKeptFiles(entry)
  if (entry.deed !== 'post') return null
  const isRefused = entry.state === 'refused'
  const onTheirWay = files.filter(({ uuid }) => underway.has(uuid))
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const isUpload = entry.last_error?.during === 'upload'
  return (
    <article className={styles.row} data-own data-pending>
      <div className={styles.bubble}>
        {entry.message_text && <MessageText text={entry.message_text} people={[]} />}
        {files.map(({ uuid, name, url }) =>
          url ? <img key={uuid} className={styles.local} src={url} alt={name} /> : <span key={uuid}>{name}</span>,
        )}
        {onTheirWay.map(({ uuid, name }) => {
          const part = underway.get(uuid) ?? 0
          const said = t('messaging.uploaded', { name, part: percent.format(part) })
          return <progress key={uuid} className={styles.progress} value={part} aria-label={said} title={said} />
        })}
        <span className={styles.foot}>
          {isRefused ? <IconAlertTriangle size={14} /> : <IconClock size={14} />}
          {isRefused
            ? [isUpload ? t('messaging.uploadFailed') : t('messaging.failed'), entry.last_error?.message]
                .filter(Boolean)
                .join(': ')
            : entry.last_error
              ? t('messaging.waiting')
              : t('messaging.sending')}
        </span>
        <span className={styles.retry}>
          {isRefused && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={async () => {
                await useQueue.retry(entry)
                void useQueue.sendNow()
              }}
            >
              {t('messaging.retry')}
            </Button>
          )}
          {(isRefused || entry.last_error || onTheirWay.length > 0) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={async () => {
                const { removeFiles } = await import('../messageHandler.ts')
                await useQueue.remove(entry)
                await removeFiles(entry.user_id, entry.uuid)
                for (const { uuid } of onTheirWay) uploads.stop(uuid)
                void useQueue.sendNow()
              }}
            >
              {t(onTheirWay.length > 0 ? 'messaging.stopUpload' : 'messaging.discard')}
            </Button>
          )}
        </span>
      </div>
    </article>
  )
}

type Shown = { uuid: string; name: string; url: string | null }

/** The files of a message that waits, pictures with an address to be shown at. */
function useKeptFiles({ user_id, uuid }: MessageEntry): Shown[] {
  const [files, setFiles] = useState<Shown[]>([])
  useEffect(() => {
    let made: Shown[] = []
    let isOver = false
    void import('../messageHandler.ts')
      .then(({ keptFiles }) => keptFiles(user_id, uuid))
      .then(found => {
        if (isOver) return
        made = found.map(({ uuid, name, content_type, bytes }) => ({
          uuid,
          name,
          url: content_type.startsWith('image/')
            ? URL.createObjectURL(new Blob([bytes], { type: content_type }))
            : null,
        }))
        setFiles(made)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      for (const { url } of made) if (url) releaseUrl(url)
    }
  }, [user_id, uuid])
  return files
}
