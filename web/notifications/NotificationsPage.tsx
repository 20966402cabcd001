import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconBellOff, IconChecks, IconSettings } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Notification as ReceivedNotice } from '#shared/notifications/contract.ts'
import { keptPushes, notificationKinds, type PushedNotification } from '#shared/notifications/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useChangeSearch } from '../lib/listSearch.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pages } from '../ui/list/ListFooter.tsx'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { mayGet } from './levels.ts'
import { NotificationSettingsSheet } from './NotificationSettingsSheet.tsx'
import styles from './NotificationsPage.module.css'

/** The person's notifications, the latest first, grouped by subject. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isChoosing, setChoosing] = useState(false)
  const search = useSearch({ from: '/shell/notifications' })
  const changeSearch = useChangeSearch()
  const can = useAbility()
  const kind = notificationKinds.find(one => one === search.kind)
  const list = useQuery({
    ...api.notices.list.query({
      ...{ page: search.page ?? 1, per_page: 25 },
      ...(search.unread && { unread: 'true' }),
      ...(kind && { kind }),
    }),
    placeholderData: keepPreviousData,
  })
  // The bell asks for it too.
  const unread = useQuery(api.notices.unreadCount.query({})).data?.unread_count ?? 0
  const read = useMutation({
    mutationFn: (which: { ids?: string[]; all?: true }) => api.notices.read(which),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key }),
  })
  const change = (changes: { unread?: string | undefined; kind?: string | undefined; page?: number | undefined }) =>
    changeSearch({ page: undefined, ...changes })
  if (!list.data && (list.error || list.fetchStatus === 'paused'))
    return <KeptNotices error={list.error} onRetry={list.refetch} />
  if (!list.data) return <PageSkeleton />
  const groups = [...Map.groupBy(list.data.data, ({ about }) => about)]
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        actions={
          <>
            <Button variant="default" leftSection={<IconSettings size={20} />} onClick={() => setChoosing(true)}>
              {t('notifications.settings')}
            </Button>
            {unread > 0 && (
              <Button leftSection={<IconChecks size={20} />} onClick={() => read.mutate({ all: true })}>
                {t('notifications.markAll')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.filters}>
        <SegmentedControl
          aria-label={t('notifications.title')}
          value={search.unread ? 'unread' : 'all'}
          onChange={value => change({ unread: value === 'unread' ? 'true' : undefined })}
          data={[
            { value: 'all', label: t('notifications.all') },
            { value: 'unread', label: t('notifications.unread') },
          ]}
        />
        <NativeSelect
          aria-label={t('notifications.kind')}
          data={[
            { value: '', label: t('notifications.allKinds') },
            ...notificationKinds
              .filter(one => mayGet(one, can) || one === kind)
              .map(value => ({ value, label: t(`notifications.kinds.${value}`) })),
          ]}
          value={kind ?? ''}
          onChange={event => change({ kind: event.currentTarget.value || undefined })}
        />
      </div>
      {groups.length === 0 && (
        <EmptyState
          drawing={<ClipboardDrawing />}
          title={t('notifications.empty')}
          text={t('notifications.emptyText')}
        />
      )}
      <ul className={styles.groups}>
        {groups.map(([about, notices]) => (
          <li key={about} className={styles.group}>
            <ul>
              {notices.map(notice => (
                <NoticeRow key={notice.id} notice={notice} onRead={() => read.mutate({ ids: [notice.id] })} />
              ))}
            </ul>
            {about !== 'test' && notices[0] && <MuteButton notice={notices[0]} />}
          </li>
        ))}
      </ul>
      <Pages total={list.data.meta.last_page} value={search.page ?? 1} onChange={page => change({ page })} />
      {isChoosing && <NotificationSettingsSheet onClosed={() => setChoosing(false)} />}
    </>
  )
}

function NoticeRow({ notice, onRead }: { notice: ReceivedNotice; onRead: () => void }) {
  const { t } = useTranslation()
  return (
    <li className={styles.notice} data-unread={notice.read_at === null || undefined}>
      {notice.read_at === null && <span className={styles.dot} role="img" aria-label={t('notifications.isUnread')} />}
      <PathLink
        href={notice.href}
        className={styles.text}
        onClick={() => {
          if (notice.read_at === null) onRead()
        }}
      >
        {notice.text}
      </PathLink>
      <LocalTime value={notice.created_at} />
    </li>
  )
}

const load = () => import('./mutes/MuteChoices.tsx').then(part => part.MuteChoices)

/** Hears nothing more of a thing, or of whose doing it is, for a while or for good. */
function MuteButton({ notice }: { notice: ReceivedNotice }) {
  const { t } = useTranslation()
  return (
    <MenuButton load={load} menu={{ notice }}>
      <Button variant="subtle" color="gray" size="sm" leftSection={<IconBellOff size={16} />}>
        {t('notifications.mute')}
      </Button>
    </MenuButton>
  )
}

type Props = { error: unknown; onRetry: () => void }

/** What came to this device by push, where the list cannot be read; the error where nothing did. */
function KeptNotices({ error, onRetry }: Props) {
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
      <PageHeader title={t('notifications.title')} />
      <Notice kind="info">{t(kept.data.length > 0 ? 'notifications.push.kept' : 'notifications.push.noneKept')}</Notice>
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
async function keptNotices(): Promise<PushedNotification[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open(keptPushes.cache)
  const kept = await Promise.all((await cache.keys()).map(request => cache.match(request)))
  const notices = await Promise.all(
    kept.map(async response => (await response?.json()) as PushedNotification | undefined),
  )
  return notices.filter(notice => notice !== undefined).sort((one, other) => other.at.localeCompare(one.at))
}
