import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconArrowDown, IconArrowUp, IconClock } from '@tabler/icons-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { Intent, MessagingSearch } from '../conversations.ts'
import { applyPendingActions, type MessageEntry } from '../pendingActions.ts'
import rowStyles from './MessageRow.module.css'
import { dayOf, MessageItem } from './MessageRow.tsx'
import { MessageText } from './MessageText.tsx'
import { ScrollAnchor, useFirstUnread } from './ScrollAnchor.tsx'
import styles from './ThreadPane.module.css'
import { queueMessageAction, threadOf, uploads, usePendingActions, useThreadInSlices } from './threads.ts'

type Props = {
  conversation: Conversation
  around: number | undefined
  onIntent: (intent: Intent) => void
  onOpen: (search: MessagingSearch) => void
}

/** Distances to an end, in pixels, within which the next page is fetched, or the latest message counts as read. */
const near = 1_500
const atEnd = 80

/** The messages in the order of the server, with those that wait here at the end. */
export function MessageList({ conversation, around, onIntent, onOpen }: Props) {
  const { t } = useTranslation()
  const { id } = conversation
  const ownId = useUser()?.id
  const thread = threadOf(id)
  // Older messages are drawn in slices, so that scrolling stays smooth.
  const state = useThreadInSlices(id)
  const waiting = usePendingActions().filter(entry => entry.conversation_id === id)
  const arrived = new Set(state.messages.map(({ uuid }) => uuid))
  const pending = waiting.filter(entry => entry.deed === 'post' && !arrived.has(entry.uuid))
  const messages = applyPendingActions(state.messages, waiting, ownId)
  const box = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(around === undefined)
  const [isAway, setAway] = useState(false)
  /** The position before a jump to the origin of a reply. */
  const [origin, setOrigin] = useState<number | null>(null)
  // The line stays where it was when the conversation was opened.
  const [unreadAfter] = useState(() => (conversation.unread_count > 0 ? conversation.last_read_id : null))
  const unread = useFirstUnread(box, state, unreadAfter, ownId)
  const last = messages.at(-1)
  const today = dayOf(Date.now())

  useLayoutEffect(() => {
    if (!state.place) return
    isFollowing.current = false
    document.getElementById(`message-${state.place.id}`)?.scrollIntoView({ block: 'center' })
  }, [state.place])
  useReading(conversation, state.hasNewer ? undefined : last?.id, isFollowing)
  useEffect(() => {
    if (around === undefined || !state.isLoaded) return
    document.getElementById(`message-${around}`)?.scrollIntoView({ block: 'center' })
  }, [around, state.isLoaded])

  const onScroll = () => {
    const { current } = box
    if (!current) return
    const below = current.scrollHeight - current.scrollTop - current.clientHeight
    isFollowing.current = below < atEnd && !thread.state.hasNewer
    setAway(!isFollowing.current)
    unread.look()
    const top = rows.current?.offsetTop ?? 0
    if (current.scrollTop - top < near) void thread.older()
    // Fast scrolling shows the last drawn rows instead of an empty list.
    if (current.scrollTop < top - current.clientHeight / 2) current.scrollTop = top - current.clientHeight / 2
    if (below < near) void thread.newer()
  }
  const toLatest = async () => {
    isFollowing.current = true
    if (thread.state.hasNewer) await thread.load()
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    onOpen({ conversation: id })
  }
  // Keeps its identity while nothing changes, so that unchanged rows are not rendered again.
  const jump = useCallback(
    (messageId: number, from?: number) => {
      if (from !== undefined) setOrigin(from)
      const shown = document.getElementById(`message-${messageId}`)
      if (!shown) return onOpen({ conversation: id, message: messageId })
      isFollowing.current = false
      shown.scrollIntoView({ block: 'center' })
      shown.focus({ preventScroll: true })
    },
    [id, onOpen],
  )

  // Pending messages are shown all the same.
  const isAbsent = !state.isLoaded && Boolean(state.error)
  if (isAbsent && pending.length === 0) return <ErrorState error={state.error} onRetry={() => void thread.load()} />
  return (
    <div className={styles.frame}>
      <ScrollAnchor
        box={box}
        rows={rows}
        isFollowing={isFollowing}
        hasOlder={state.hasOlder}
        onScroll={onScroll}
        label={t('messaging.title')}
      >
        {state.hasOlder && (
          <Button className={styles.older} variant="subtle" size="compact-sm" onClick={() => void thread.older()}>
            {t('messaging.older')}
          </Button>
        )}
        {!state.isLoaded &&
          !isAbsent &&
          [1, 2, 3].map(row => <Skeleton key={row} className={styles.skeleton} height={56} />)}
        {messages.map((message, at) => (
          <MessageItem
            key={message.uuid}
            message={message}
            before={messages[at - 1]}
            conversation={conversation}
            isFirstUnread={message.id === unread.first?.id}
            isLast={at === messages.length - 1}
            today={today}
            onIntent={onIntent}
            onJump={jump}
          />
        ))}
        {pending.map(entry => (
          <div key={entry.uuid} className={styles.item}>
            <PendingRow entry={entry} />
          </div>
        ))}
      </ScrollAnchor>
      <SentAnnouncement pending={pending} arrived={arrived} />
      {state.isLoaded && messages.length + pending.length === 0 && (
        <p className={styles.empty}>{t('messaging.noMessages')}</p>
      )}
      {unread.isAbove && unreadAfter !== null && (
        <Button
          className={styles.toUnread}
          size="compact-md"
          variant="default"
          leftSection={<IconArrowUp size={16} />}
          // The last read message comes before it, where it is not among those that are shown.
          onClick={() => jump(unread.first?.id ?? unreadAfter)}
        >
          {t('messaging.jumpToUnread')}
        </Button>
      )}
      <div className={styles.pills}>
        {origin !== null && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => {
              jump(origin)
              setOrigin(null)
            }}
          >
            {t('messaging.jumpBack')}
          </Button>
        )}
        {(isAway || state.hasNewer) && (
          <Button size="compact-md" leftSection={<IconArrowDown size={16} />} onClick={() => void toLatest()}>
            {t('messaging.jumpToLatest')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Tells screen readers that a message of this device has arrived; others see it in the list. */
function SentAnnouncement({ pending, arrived }: { pending: readonly MessageEntry[]; arrived: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const awaited = useRef(new Set<string>())
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    for (const { uuid } of pending) awaited.current.add(uuid)
    if (pending.length > 0) setSent(false)
    else if ([...awaited.current].some(uuid => arrived.has(uuid))) {
      awaited.current.clear()
      setSent(true)
    }
  })
  return <VisuallyHidden role="status">{isSent && t('messaging.sent')}</VisuallyHidden>
}

/** Notes that the latest message is read, when somebody really sees it. */
function useReading(
  { id, last_read_id }: Conversation,
  latest: number | undefined,
  isFollowing: React.RefObject<boolean>,
) {
  const noted = useRef(last_read_id)
  useEffect(() => {
    if (latest === undefined) return
    const note = () => {
      if (document.visibilityState !== 'visible' || !isFollowing.current || latest <= noted.current) return
      noted.current = latest
      queueMessageAction(id, { deed: 'read', message_id: latest }).catch(cause =>
        console.warn('Reading was not noted', cause),
      )
    }
    note()
    document.addEventListener('visibilitychange', note)
    addEventListener('focus', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      removeEventListener('focus', note)
    }
  }, [id, latest, isFollowing])
}

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
    <article className={rowStyles.row} data-own data-pending>
      <div className={rowStyles.bubble}>
        {entry.message_text && <MessageText text={entry.message_text} people={[]} />}
        {files.map(({ uuid, name, url }) =>
          url ? <img key={uuid} className={rowStyles.local} src={url} alt={name} /> : <span key={uuid}>{name}</span>,
        )}
        {onTheirWay.map(({ uuid, name }) => {
          const part = underway.get(uuid) ?? 0
          const said = t('messaging.uploaded', { name, part: percent.format(part) })
          return <progress key={uuid} className={rowStyles.progress} value={part} aria-label={said} title={said} />
        })}
        <span className={rowStyles.foot}>
          {isRefused ? <IconAlertTriangle size={14} /> : <IconClock size={14} />}
          {isRefused
            ? [isUpload ? t('messaging.uploadFailed') : t('messaging.failed'), entry.last_error?.message]
                .filter(Boolean)
                .join(': ')
            : entry.last_error
              ? t('messaging.waiting')
              : t('messaging.sending')}
        </span>
        <span className={rowStyles.retry}>
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
