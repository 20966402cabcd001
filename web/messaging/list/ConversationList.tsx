import { ActionIcon, Button, Chip, Skeleton, Switch, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBellOff, IconPin, IconPlus, IconSearch, IconSettings, IconUsers } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Conversation, conversationChannel, type Message, type Preferences } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useFormat } from '../../lib/format.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import { realtime } from '../../realtime.ts'
import { KeptTimeField } from '../../ui/dates/KeptTimeField.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CountBadge } from '../../ui/figures/CountBadge.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { QueryBoundary } from '../../ui/QueryBoundary.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { type MessagingSearch, nameOf, otherOf, titleOf, useConversations, useOnline } from '../conversations.ts'
import { FoundMessages, SearchPanel } from '../search/SearchPanel.tsx'
import sheetStyles from '../sheets/Sheets.module.css'
import { setTyping, useTypingWords } from '../thread/threads.ts'
import styles from './ConversationList.module.css'

const NewConversation = lazyPart(() => import('../sheets/NewConversation.tsx').then(part => part.NewConversation))

type Props = { openId: number | undefined; onOpen: (search: MessagingSearch) => void }

/** Lists the own conversations, with search, a filter for unread ones, and the way to begin one. */
export function ConversationList({ openId, onOpen }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), 250)
  const [isUnread, setUnread] = useState(false)
  const [sheet, setSheet] = useState<'new' | 'settings' | 'search' | null>(null)
  const { conversations, error, retry } = useConversations(words, isUnread)
  useListenTyping(conversations)
  // One field finds conversations by their names, and messages by their words.
  const isSearching = words.length > 1 && !isUnread
  const close = () => setSheet(null)
  return (
    <section className={styles.list} aria-label={t('messaging.conversations')}>
      <header className={styles.head}>
        <TextInput
          className={styles.search}
          aria-label={t('messaging.search')}
          placeholder={t('common.search')}
          leftSection={<IconSearch size={18} />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        <ActionIcon
          size={44}
          variant="subtle"
          aria-label={t('messaging.settings')}
          title={t('messaging.settings')}
          onClick={() => setSheet('settings')}
        >
          <IconSettings size={20} />
        </ActionIcon>
      </header>
      <div className={styles.filters}>
        <Chip size="sm" checked={isUnread} onChange={setUnread}>
          {t('messaging.onlyUnread')}
        </Chip>
        <Button
          size="sm"
          aria-label={t('messaging.new')}
          leftSection={<IconPlus size={18} />}
          onClick={() => setSheet('new')}
        >
          {t('messaging.newShort')}
        </Button>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <ul className={styles.rows} data-found={isSearching || undefined}>
          {!conversations &&
            [1, 2, 3, 4].map(row => (
              <li key={row} className={styles.waiting}>
                <Skeleton height={44} circle />
                <Skeleton height={16} />
              </li>
            ))}
          {conversations?.map(conversation => (
            <li key={conversation.id}>
              <ConversationRow
                conversation={conversation}
                isOpen={conversation.id === openId}
                onOpen={() => onOpen({ conversation: conversation.id })}
              />
            </li>
          ))}
          {conversations?.length === 0 && (
            <li className={styles.empty}>
              <strong>
                {words || isUnread ? t('messaging.noConversationsFound') : t('messaging.noConversations')}
              </strong>
              {!words && !isUnread && <span>{t('messaging.noConversationsText')}</span>}
            </li>
          )}
        </ul>
      )}
      {isSearching && (
        <section className={styles.found} aria-label={t('messaging.searchMessages')}>
          <h2 className={styles.foundHeading}>{t('messaging.title')}</h2>
          <FoundMessages wanted={{ q: words }} onOpen={onOpen} />
          <Button variant="subtle" size="compact-sm" onClick={() => setSheet('search')}>
            {t('messaging.narrow')}
          </Button>
        </section>
      )}
      {sheet === 'new' && <NewConversation onClosed={close} onOpen={onOpen} />}
      {sheet === 'settings' && <SettingsSheet onClosed={close} />}
      {sheet === 'search' && <SearchPanel onClosed={close} onOpen={onOpen} />}
    </section>
  )
}

/** Bounds the conversations at the top of the list whose typing is listened to, since each is a channel. */
const most = 15

/** Hears who types in the first conversations of the list. */
function useListenTyping(conversations: readonly Conversation[] | undefined): void {
  // In the order of their numbers: which of them is on top changes with every message, and is all the same here.
  const heard = (conversations ?? [])
    .slice(0, most)
    .toSorted((one, other) => one.id - other.id)
    .map(({ company_id, id }) => `${company_id} ${id}`)
    .join()
  useEffect(() => {
    if (!heard) return
    const left = heard.split(',').map(one => {
      const [companyId = 0, id = 0] = one.split(' ').map(Number)
      return realtime.listen(conversationChannel(companyId, id), (event, data) => {
        if (event === 'client-typing') setTyping(id, (data as { user_id: number }).user_id)
        if (event === 'message.sent') setTyping(id, (data as Message).sender_id, false)
      })
    })
    return () => {
      for (const leave of left) leave()
    }
  }, [heard])
}

type ConversationRowProps = { conversation: Conversation; isOpen: boolean; onOpen: () => void }

/** A conversation in the list: who, what was said last or is being typed, when, and how much of it is new. */
export function ConversationRow({ conversation, isOpen, onOpen }: ConversationRowProps) {
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

const hour = 3600_000

/** How somebody wants messages to be: aloud or not, seen or not, and which key sends. */
export function SettingsSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const query = api.messaging.preferences.query()
  const preferences = useQuery(query)
  const mayHandle = useAbility()('update', 'MessageReport')
  const change = useMutation({
    mutationFn: (changes: Partial<Preferences>) => api.messaging.setPreferences(changes),
    onSuccess: now => queryClient.setQueryData(query.queryKey, now),
  })
  return (
    <SideSheet title={t('messaging.settings')} onClosed={onClosed}>
      {() => (
        <>
          <QueryBoundary query={preferences}>{data => <Wishes data={data} onChange={change.mutate} />}</QueryBoundary>
          {mayHandle && <Link to="/messaging/reports">{t('messaging.reports')}</Link>}
        </>
      )}
    </SideSheet>
  )
}

function Wishes({ data, onChange }: { data: Preferences; onChange: (changes: Partial<Preferences>) => void }) {
  const { t } = useTranslation()
  const isUndisturbed = data.do_not_disturb_until !== null && Date.parse(data.do_not_disturb_until) > Date.now()
  const flag = (name: 'has_sound' | 'enter_sends' | 'hides_typing' | 'hides_presence', label: string) => (
    <Switch label={label} checked={data[name]} onChange={event => onChange({ [name]: event.currentTarget.checked })} />
  )
  const clock = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <KeptTimeField label={label} kept={data[name]} onKeep={time => onChange({ [name]: time })} />
  )
  return (
    <>
      <div className={sheetStyles.section}>
        {flag('has_sound', t('messaging.hasSound'))}
        {flag('enter_sends', t('messaging.enterSends'))}
        {flag('hides_typing', t('messaging.hidesTyping'))}
        {flag('hides_presence', t('messaging.hidesPresence'))}
        <Switch
          label={t('messaging.doNotDisturb')}
          checked={isUndisturbed}
          onChange={event =>
            onChange({
              do_not_disturb_until: event.currentTarget.checked ? new Date(Date.now() + hour).toISOString() : null,
            })
          }
        />
      </div>
      <fieldset className={sheetStyles.clocks}>
        <legend>{t('messaging.quiet')}</legend>
        {clock('quiet_from', t('messaging.from'))}
        {clock('quiet_to', t('messaging.to'))}
      </fieldset>
    </>
  )
}
