/**
 * The popup of a new message (specification, section 2): who wrote, what, how much is new and when. Not for the
 * conversation that is open, and not for the same notice twice within five seconds; a later one of the same
 * conversation takes the place of the earlier.
 */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import { sameNoticeFor } from '#shared/messaging/rules.ts'
import type { Notification, Preferences } from '#shared/messaging/shapes.ts'
import { api } from '../api.ts'
import { currentAbility } from '../lib/ability.tsx'
import { queryClient } from '../lib/queryClient.ts'
import { currentUser } from '../lib/session/session.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { playNotice } from '../ui/toast.tsx'
import styles from './MessageNotice.module.css'
import { isOpenNow } from './thread/threads.ts'

const shownAt = new Map<string, number>()
/** The ids of recent messages, whether or not a notice was shown. */
const heard = new Set<number>()
const maxHeard = 1_000
/** Bounds the notices after a long time without a connection: the newest, and all urgent ones. */
const maxMissed = 3
/** What the server takes for a number of milliseconds: 24 days. */
const maxGap = 2_147_483_647

/** Whether this is the first event of a message; notes it. */
function isNews({ id }: Notification): boolean {
  const isNew = !heard.has(id)
  if (heard.add(id).size > maxHeard) heard.delete(heard.values().next().value ?? 0)
  return isNew
}

/** Whether the same notice was shown a moment ago; notes it. */
function isRepeated({ conversation_id, created_at, message_text }: Notification, now: number): boolean {
  for (const [key, at] of shownAt) if (now - at >= sameNoticeFor) shownAt.delete(key)
  const key = JSON.stringify([conversation_id, created_at, message_text])
  if (shownAt.has(key)) return true
  shownAt.set(key, now)
  return false
}

/** In Hungarian, as the specification has it, where a notice has no text. */
const withoutText = 'Új üzenet'

export async function showMessageNotice(payload: unknown): Promise<void> {
  const notice = payload as Notification
  if (typeof notice?.conversation_id !== 'number') return
  isNews(notice)
  if (isRepeated(notice, Date.now())) return
  if (isOpenNow(notice.conversation_id)) return
  // It was read elsewhere already. Urgent messages are shown until they are acknowledged.
  if (notice.unread_count === 0 && !notice.is_urgent) return
  if (notice.is_muted && !notice.is_mention && !notice.is_urgent) return
  const preferences = await queryClient.fetchQuery(api.messaging.preferences.query()).catch(() => null)
  if (isQuietNow(preferences, new Date(), currentUser()?.time_zone) && !notice.is_urgent) return
  const { toast } = await import('react-toastify/unstyled')
  const toastId = `conversation ${notice.conversation_id}`
  const shown = {
    ...notice,
    message_text: notice.message_text || (notice.attachment_count > 0 ? attachmentsIn(notice) : withoutText),
  }
  const content = ({ closeToast }: { closeToast: () => void }) => <MessageNotice notice={shown} onOpen={closeToast} />
  if (toast.isActive(toastId)) toast.update(toastId, { render: content, autoClose: 8_000 })
  else toast(content, { toastId, autoClose: 8_000, closeOnClick: false, icon: false })
  if (preferences?.has_sound !== false) playNotice()
}

/** Shows once what was written during the last milliseconds without a connection. */
export async function showMissedNotices(forMs: number): Promise<void> {
  if (!currentAbility()('read', 'Conversation')) return
  try {
    for (const notice of await missedAloud(forMs)) await showMessageNotice(notice)
  } catch (cause) {
    console.warn('What was missed is not told', cause)
  }
}

async function missedAloud(forMs: number): Promise<Notification[]> {
  const { unread_count } = await queryClient.fetchQuery({ ...api.messaging.unreadCount.query(), staleTime: 0 })
  if (unread_count === 0) return []
  const within_ms = Math.min(maxGap, Math.ceil(forMs))
  const missed = await queryClient.fetchQuery({
    ...api.messaging.unreadNotifications.query({ within_ms }),
    ...{ staleTime: 0, gcTime: 0 },
  })
  const news = missed.filter(isNews)
  return news.filter(({ is_urgent }, at) => at < maxMissed || is_urgent).reverse()
}

const attachmentsIn = ({ attachment_count }: Notification) =>
  i18next.t('messaging.attachments', { count: attachment_count })

/** Whether somebody wants to be told nothing aloud at this moment, by their own clock, as the server has it. */
function isQuietNow(preferences: Preferences | null, now: Date, timeZone: string | undefined): boolean {
  if (!preferences) return false
  const { do_not_disturb_until, quiet_from, quiet_to } = preferences
  if (do_not_disturb_until && Date.parse(do_not_disturb_until) > now.getTime()) return true
  if (!quiet_from || !quiet_to) return false
  const clock = localTime(now, timeZone).slice(11)
  return quiet_from <= quiet_to ? quiet_from <= clock && clock < quiet_to : quiet_from <= clock || clock < quiet_to
}

/** A new message, as the popup shows it. It leads to the conversation. */
function MessageNotice({ notice, onOpen }: { notice: Notification; onOpen: () => void }) {
  const { t } = useTranslation()
  const { sender, conversation_id, unread_count, created_at } = notice
  const name = sender?.name ?? t('messaging.unknown')
  return (
    <PathLink href={`/messaging?conversation=${conversation_id}`} className={styles.notice} onClick={onOpen}>
      <PersonAvatar name={name} avatar={sender?.avatar ?? null} size={40} />
      <span className={styles.text}>
        <span className={styles.head}>
          <bdi className={styles.name}>{name}</bdi>
          <LocalTime value={created_at} as="time" />
        </span>
        {notice.conversation_title && <bdi className={styles.place}>{notice.conversation_title}</bdi>}
        <span className={styles.words} dir="auto">
          {notice.is_urgent && (
            <strong>
              {t('messaging.urgent')}
              {t('common.colon')}{' '}
            </strong>
          )}
          {notice.message_text}
        </span>
        <span className={styles.count}>{t('messaging.unread', { count: unread_count })}</span>
      </span>
    </PathLink>
  )
}
