import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keptPushes, type PushedNotice } from '#shared/notifications/rules.ts'
import { api } from '../../api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import styles from '../NoticesPage.module.css'

type Props = { error: unknown; onRetry: () => void }

/** What came to this device by push, where the list cannot be read; the error where nothing did. */
export function KeptNotices({ error, onRetry }: Props) {
  const { t } = useTranslation()
  const kept = useQuery({
    queryKey: [...api.notices.key, 'kept'],
    queryFn: keptNotices,
    networkMode: 'always',
    gcTime: 0,
  })
  if (!kept.data) return null
  if (kept.data.length === 0 && error) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <>
      <PageHeader title={t('notices.title')} />
      <Notice kind="info">{t(kept.data.length > 0 ? 'notices.push.kept' : 'notices.push.noneKept')}</Notice>
      <ul className={styles.groups}>
        {kept.data.map(({ id, text, href, at, lang }) => (
          <li key={id} className={styles.group}>
            <div className={styles.notice}>
              <PathLink href={href} className={styles.text}>
                <span lang={lang}>{text}</span>
              </PathLink>
              <LocalTime value={at} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The notices that came to this device while the app was closed, the latest first. They go with the session. */
async function keptNotices(): Promise<PushedNotice[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(keptPushes.cache)
  const kept = await Promise.all((await cache.keys()).map(request => cache.match(request)))
  const notices = await Promise.all(kept.map(async response => (await response?.json()) as PushedNotice | undefined))
  return notices.filter(notice => notice !== undefined).sort((one, other) => other.at.localeCompare(one.at))
}
