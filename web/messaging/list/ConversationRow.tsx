import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBellOff, IconPin, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { useFormat } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'
import { CountBadge } from '../../ui/figures/CountBadge.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { nameOf, otherOf, titleOf } from '../names.ts'
import { useOnline } from '../presence.ts'
import { useTypingWords } from '../thread/TypingLine.tsx'
import styles from './ConversationList.module.css'

type Props = { conversation: Conversation; isOpen: boolean; onOpen: () => void }

/** A conversation in the list: who, what was said last or is being typed, when, and how much of it is new. */
export function ConversationRow({ conversation, isOpen, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const ownId = useUser()?.id
  const online = useOnline()
  const other = conversation.type === 'private' ? otherOf(conversation, ownId) : undefined
  const title = titleOf(conversation, ownId, t)
  const typing = useTypingWords(conversation)
  const { latest_message: latest, unread_count: unread } = conversation
  return (
    <UnstyledButton
      className={styles.row}
      data-open={isOpen || undefined}
      data-unread={unread > 0 || undefined}
      aria-current={isOpen || undefined}
      onClick={onOpen}
    >
      <span className={styles.face}>
        <PersonAvatar name={title} avatar={other?.avatar ?? conversation.picture_path} size={44} />
        {other && online.has(other.id) && (
          <span className={styles.here}>
            <VisuallyHidden>{t('messaging.online')}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.line}>
          <bdi className={styles.name}>{title}</bdi>
          {latest && <span className={styles.time}>{timeOf(latest.created_at, format)}</span>}
        </span>
        <span className={styles.line}>
          {typing ? (
            <span className={styles.typing}>{typing}</span>
          ) : (
            <span className={styles.latest} dir="auto">
              <Latest conversation={conversation} ownId={ownId} />
            </span>
          )}
          <span className={styles.marks}>
            {conversation.type === 'group' && <IconUsers size={16} />}
            {conversation.is_muted && <IconBellOff size={16} aria-hidden={false} aria-label={t('messaging.muted')} />}
            {conversation.is_pinned && <IconPin size={16} aria-hidden={false} aria-label={t('messaging.pinned')} />}
            <CountBadge count={unread} words={t('messaging.unread', { count: unread })} />
          </span>
        </span>
      </span>
    </UnstyledButton>
  )
}

function Latest({ conversation, ownId }: { conversation: Conversation; ownId: number | undefined }) {
  const { t } = useTranslation()
  const { draft, latest_message: latest, type } = conversation
  if (draft) return t('messaging.draft', { text: draft })
  if (!latest) return t('messaging.noMessages')
  if (latest.deleted_at) return t('messaging.deleted')
  const who = latest.sender_id === ownId ? t('messaging.you') : nameOf(latest.sender, type, t)
  // What was kept on this device before says only who wrote it.
  const about = latest.about ?? latest.sender
  const name = nameOf(about, type, t)
  if (latest.kind === 'joined') return about?.id === ownId ? t('messaging.youJoined') : t('messaging.joined', { name })
  if (latest.kind === 'left') return t('messaging.left', { name })
  if (latest.kind === 'renamed') return t('messaging.renamed', { name: who, title: latest.message_text })
  const text = latest.message_text || t('messaging.attachments', { count: latest.attachment_count })
  return type === 'private' && latest.sender_id !== ownId ? text : `${who}: ${text}`
}

function timeOf(moment: string, format: ReturnType<typeof useFormat>): string {
  const isToday = format.dayOf(moment) === format.dayOf(Date.now())
  return isToday ? format.time(moment) : format.date(moment)
}
