import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconBell, IconBellOff, IconInfoCircle, IconPhoto, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import { useRealtimeState } from '../../realtime.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { type Intent, type MessagingSearch, otherOf, titleOf, useColleagues, useOnline } from '../conversations.ts'
import { SearchPanel } from '../search/SearchPanel.tsx'
import { FilesSheet as Files } from '../sheets/FilesSheet.tsx'
import { MessageList } from './MessageList.tsx'
import styles from './ThreadPane.module.css'
import { useListening, useTypingWords } from './threads.ts'

const Composer = lazyPart(() => import('../composer/Composer.tsx').then(part => part.Composer))
const Details = lazyPart(() => import('../sheets/DetailsSheet.tsx').then(part => part.DetailsSheet))

type Props = {
  conversation: Conversation
  around: number | undefined
  onOpen: (search: MessagingSearch) => void
}

/** Unread messages beyond this do not fit on a screen. */
const manyUnread = 40

/** The open conversation: its people, its messages and the composer. */
export function ThreadPane({ conversation, around, onOpen }: Props) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const [sheet, setSheet] = useState<'details' | 'files' | 'search' | null>(null)
  const [intent, setIntent] = useState<Intent>(null)
  // With many new messages it begins at the first unread one.
  const [begin] = useState(() =>
    conversation.unread_count > manyUnread ? conversation.last_read_id || undefined : undefined,
  )
  useListening(conversation, around ?? begin)
  const title = titleOf(conversation, ownId, t)
  const other = conversation.type === 'private' ? otherOf(conversation, ownId) : undefined
  const mayAnswer = useAbility()('manage', 'SupportLine')
  const close = () => setSheet(null)
  return (
    <section className={styles.pane} aria-label={title}>
      <header className={styles.head}>
        <ActionIcon
          className={styles.back}
          variant="subtle"
          size={44}
          aria-label={t('messaging.back')}
          onClick={() => onOpen({})}
        >
          <IconArrowLeft size={22} />
        </ActionIcon>
        <PersonAvatar name={title} avatar={other?.avatar ?? conversation.picture_path} size={40} />
        <div className={styles.title}>
          <h2 className={styles.name}>
            <bdi>{title}</bdi>
          </h2>
          <Below conversation={conversation} />
        </div>
        <MuteButton conversation={conversation} />
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('messaging.searchMessages')}
          title={t('messaging.searchMessages')}
          onClick={() => setSheet('search')}
        >
          <IconSearch size={20} />
        </ActionIcon>
        <ActionIcon
          className={styles.files}
          variant="subtle"
          size={44}
          aria-label={t('messaging.files')}
          title={t('messaging.files')}
          onClick={() => setSheet('files')}
        >
          <IconPhoto size={20} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('messaging.details')}
          title={t('messaging.details')}
          onClick={() => setSheet('details')}
        >
          <IconInfoCircle size={20} />
        </ActionIcon>
      </header>
      <Connection />
      {conversation.type === 'support' && mayAnswer && <SupportBar conversation={conversation} />}
      <MessageList conversation={conversation} around={around ?? begin} onIntent={setIntent} onOpen={onOpen} />
      <Composer conversation={conversation} intent={intent} onIntent={setIntent} />
      {sheet === 'details' && (
        <Details conversation={conversation} onClosed={close} onOpen={onOpen} onFiles={() => setSheet('files')} />
      )}
      {sheet === 'files' && <Files conversation={conversation} onClosed={close} onOpen={onOpen} />}
      {sheet === 'search' && <SearchPanel conversation={conversation} onClosed={close} onOpen={onOpen} />}
    </section>
  )
}

/** Mutes the conversation with one tap. */
function MuteButton({ conversation: { id, is_muted } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const mute = useMutation({
    mutationFn: () => api.messaging.own({ id, is_muted: !is_muted }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.messaging.key }),
  })
  const word = is_muted ? t('messaging.unmute') : t('messaging.mute')
  return (
    <ActionIcon
      variant="subtle"
      size={44}
      aria-label={word}
      title={word}
      loading={mute.isPending}
      onClick={() => mute.mutate()}
    >
      {is_muted ? <IconBellOff size={20} /> : <IconBell size={20} />}
    </ActionIcon>
  )
}

/** Who is typing; else the other person's presence, or the number of people of a group. */
function Below({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const typing = useTypingWords(conversation)
  const online = useOnline()
  const colleagues = useColleagues()
  const other = conversation.type === 'private' ? otherOf(conversation, ownId) : undefined
  const known = colleagues.find(({ id }) => id === other?.id)
  return (
    <span className={styles.below} aria-live="polite">
      {typing ||
        (conversation.type === 'group' && t('messaging.members', { count: conversation.member_count })) ||
        (other && online.has(other.id) && t('messaging.online')) ||
        (known?.last_seen_at && <LastSeen at={known.last_seen_at} />) ||
        (other && t('messaging.offline'))}
    </span>
  )
}

function LastSeen({ at }: { at: string }) {
  const { t } = useTranslation()
  const [before, after] = t('messaging.lastSeen', { when: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <LocalTime value={at} as="relative" />
      {after}
    </>
  )
}

/** That the connection was lost, in the specification's words; a screen reader also hears that it is back. */
export function Connection() {
  const { t } = useTranslation()
  const state = useRealtimeState()
  return (
    <div role="status" className={state === 'lost' ? styles.lost : styles.hidden}>
      {state === 'lost' ? t('messaging.lost') : state === 'connected' ? t('messaging.connected') : ''}
    </div>
  )
}

/**
 * For the platform's admins, who share the support line: who is assigned, and buttons to take over, or to hand over to
 * one of them or to all.
 */
function SupportBar({ conversation: { id, assigned_to } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const { data } = useQuery(api.users.list.query({ is_admin: true, per_page: 100 }))
  const take = useMutation({
    mutationFn: (user_id: number | null) => api.messaging.take({ id, user_id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.messaging.key }),
  })
  const isMine = assigned_to === ownId
  const admins = data?.data ?? []
  return (
    <div className={styles.support}>
      <NativeSelect
        className={styles.supporter}
        aria-label={t('messaging.takenBy')}
        disabled={!data}
        value={assigned_to ?? ''}
        onChange={event => take.mutate(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
        data={[
          { value: '', label: t('messaging.takenByAll') },
          ...admins.map(({ id: adminId, name }) => ({ value: String(adminId), label: name })),
        ]}
      />
      <Button size="compact-md" variant="default" onClick={() => take.mutate(isMine ? null : (ownId ?? null))}>
        {isMine ? t('messaging.handOver') : t('messaging.takeOver')}
      </Button>
    </div>
  )
}
