import { Button } from '@mantine/core'
import { IconCheck, IconChecks, IconDots } from '@tabler/icons-react'
import { type ComponentProps, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { currentFormats, useFormat } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { JoinedTexts, LocalTime } from '../../ui/texts/ContentText.tsx'
import { tellProblem } from '../../ui/toast.tsx'
import { Attachments } from '../attachments/Attachments.tsx'
import { type Intent, nameOf, useColleagues } from '../conversations.ts'
import styles from './MessageRow.module.css'
import { MessageText } from './MessageText.tsx'
import listStyles from './ThreadPane.module.css'
import { queueMessageAction, showNotKept, threadOf } from './threads.ts'

const loadMenu = () => import('../actions/MessageMenu.tsx').then(part => part.MessageMenu)

type Props = {
  message: Message
  before: Message | undefined
  conversation: Conversation
  isLast: boolean
  onIntent: (intent: Intent) => void
  onJump: (id: number, from?: number) => void
}

/** One message, or a line that says who came or went. */
function MessageRow(props: Props) {
  return props.message.kind === 'message' ? <Said {...props} /> : <Happened {...props} />
}

function Said({ message, before, conversation, isLast, onIntent, onJump }: Props) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const isOwn = message.sender_id === ownId
  const follows =
    before?.sender_id === message.sender_id &&
    before.kind === 'message' &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < 5 * 60_000
  const name = nameOf(message.sender, conversation.type, t)
  const isMentioned = ownId !== undefined && message.mentions.includes(ownId)
  return (
    <article
      id={`message-${message.id}`}
      className={styles.row}
      data-own={isOwn || undefined}
      data-follows={follows || undefined}
      tabIndex={-1}
      aria-label={name}
    >
      {!isOwn && (
        <span className={styles.face}>
          {!follows && <PersonAvatar name={name} avatar={message.sender?.avatar ?? null} size={32} />}
        </span>
      )}
      <div
        className={styles.bubble}
        data-mentioned={isMentioned || undefined}
        data-urgent={message.is_urgent || undefined}
      >
        {!isOwn && !follows && conversation.type !== 'private' && <bdi className={styles.name}>{name}</bdi>}
        {message.is_urgent && <strong className={styles.urgent}>{t('messaging.urgent')}</strong>}
        {message.is_forwarded && <span className={styles.small}>{t('messaging.forwarded')}</span>}
        {message.reply_to && (
          <Quote reply={message.reply_to} onJump={() => onJump(message.reply_to?.id ?? 0, message.id)} />
        )}
        {message.deleted_at ? (
          <em className={styles.small}>{t('messaging.deleted')}</em>
        ) : (
          <>
            {message.message_text && <MessageText text={message.message_text} people={conversation.users} />}
            <Attachments attachments={message.attachments} />
          </>
        )}
        <span className={styles.foot}>
          {message.pinned_at && <span>{t('messaging.pinned')}</span>}
          {message.edited_at && !message.deleted_at && <span>{t('messaging.edited')}</span>}
          <LocalTime value={message.created_at} as="time" />
          {isOwn && isLast && <SeenState message={message} conversation={conversation} />}
        </span>
        {message.reactions.length > 0 && <Reactions message={message} ownId={ownId} />}
        {message.is_urgent && !message.deleted_at && <Acknowledging message={message} conversation={conversation} />}
      </div>
      {!message.deleted_at && (
        <MenuButton load={loadMenu} menu={{ message, conversation, onIntent }}>
          <button type="button" className={styles.actions} aria-label={t('messaging.actions')}>
            <IconDots size={18} />
          </button>
        </MenuButton>
      )}
    </article>
  )
}

function Quote({ reply, onJump }: { reply: NonNullable<Message['reply_to']>; onJump: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.quote} onClick={onJump}>
      <bdi className={styles.name}>{reply.sender?.name ?? t('messaging.unknown')}</bdi>
      <span dir="auto">{reply.deleted_at ? t('messaging.deleted') : reply.message_text || t('messaging.files')}</span>
    </button>
  )
}

function Reactions({ message, ownId }: { message: Message; ownId: number | undefined }) {
  const { t } = useTranslation()
  return (
    <span className={styles.reactions}>
      {message.reactions.map(({ emoji, user_ids }) => {
        const isOn = ownId !== undefined && user_ids.includes(ownId)
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-pressed={isOn}
            aria-label={`${t('messaging.react', { emoji })} (${user_ids.length})`}
            onClick={() =>
              queueMessageAction(message.conversation_id, {
                deed: 'react',
                message_id: message.id,
                emoji,
                is_on: !isOn,
              }).catch(showNotKept)
            }
          >
            <span aria-hidden>{emoji}</span> {user_ids.length}
          </button>
        )
      })}
    </span>
  )
}

function Acknowledging({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const ownId = useUser()?.id
  const done = new Set(message.acknowledgements.map(({ user_id }) => user_id))
  const others = conversation.users.filter(({ id }) => id !== message.sender_id)
  const names = (of: typeof others) => format.commas(of.map(({ name }) => name))
  const [acknowledged, open] = [others.filter(({ id }) => done.has(id)), others.filter(({ id }) => !done.has(id))]
  return (
    <div className={styles.acknowledging}>
      {message.sender_id !== ownId && ownId !== undefined && !done.has(ownId) && (
        <Button
          size="compact-md"
          onClick={() =>
            void api.messaging
              .acknowledge({ id: message.id })
              .then(changed => threadOf(message.conversation_id).hear(changed), tellProblem)
          }
        >
          {t('messaging.acknowledge')}
        </Button>
      )}
      {acknowledged.length > 0 && <span>{t('messaging.acknowledgedBy', { names: names(acknowledged) })}</span>}
      {open.length > 0 && <span>{t('messaging.waitingFor', { names: names(open) })}</span>}
    </div>
  )
}

function Happened({ message, conversation }: Props) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const about = message.mentions[0] ?? message.sender_id
  // A person who left is no longer a member, and somebody else may have removed them.
  const known = [...conversation.users, ...useColleagues()].find(({ id }) => id === about)
  const name = known?.name ?? nameOf(about === message.sender_id ? message.sender : null, conversation.type, t)
  const words = {
    joined: about === ownId ? t('messaging.youJoined') : t('messaging.joined', { name }),
    left: about === ownId ? t('messaging.youLeft') : t('messaging.left', { name }),
    renamed: t('messaging.renamed', {
      name: nameOf(message.sender, conversation.type, t),
      title: message.message_text,
    }),
    message: '',
  }
  return <p className={styles.happened}>{words[message.kind]}</p>
}

/** Under the last own message: that it is there, or who has read it. */
function SeenState({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (message.reads.length === 0)
    return (
      <span>
        <IconCheck size={14} /> {t('messaging.isSent')}
      </span>
    )
  const names = message.reads.flatMap(({ user_id }) => conversation.users.find(({ id }) => id === user_id)?.name ?? [])
  return (
    <span title={format.commas(names)}>
      <IconChecks size={14} /> {t('messaging.isRead')}
      {conversation.type === 'group' && names.length > 0 && (
        <>
          {': '}
          <JoinedTexts texts={names.slice(0, 3)} between=", " />
        </>
      )}
    </span>
  )
}

type MessageItemProps = ComponentProps<typeof MessageRow> & {
  isFirstUnread: boolean
  /** So that "today" does not outlive the day. */
  today: string
}

/** A message with the day and the line above it, memoised because the list renders with each page and scroll. */
export const MessageItem = memo(function MessageItem({ isFirstUnread, today, ...row }: MessageItemProps) {
  const { created_at } = row.message
  return (
    <div className={listStyles.item}>
      {isOfNewDay(created_at, row.before?.created_at) && <DayDivider value={created_at} today={today} />}
      {isFirstUnread && <UnreadLine />}
      <MessageRow {...row} />
    </div>
  )
})

function UnreadLine() {
  const { t } = useTranslation()
  return (
    <div className={listStyles.unread}>
      <span>{t('messaging.newLine')}</span>
    </div>
  )
}

/** The day of a moment where the person is, by whose clock its time is shown too: YYYY-MM-DD. */
export const dayOf = (moment: string | number) => currentFormats().dayOf(moment)

/** Whether a message is the first of its day. */
const isOfNewDay = (value: string, before: string | undefined) => before === undefined || dayOf(value) !== dayOf(before)

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 3600_000).toISOString().slice(0, 10)

/** The day of the messages below. */
function DayDivider({ value, today }: { value: string; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = dayOf(value)
  const name =
    day === today ? t('messaging.today') : day === dayBefore(today) ? t('messaging.yesterday') : format.date(value)
  return <h3 className={listStyles.day}>{name}</h3>
}
