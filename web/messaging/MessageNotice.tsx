import { useTranslation } from 'react-i18next'
import type { Notification } from '#shared/messaging/shapes.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import styles from './MessageNotice.module.css'

/** A new message, as the popup shows it. It leads to the conversation. */
export function MessageNotice({ notice, onOpen }: { notice: Notification; onOpen: () => void }) {
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
          {notice.is_urgent && <strong>{t('messaging.urgent')}: </strong>}
          {notice.message_text}
        </span>
        <span className={styles.count}>{t('messaging.unread', { count: unread_count })}</span>
      </span>
    </PathLink>
  )
}
