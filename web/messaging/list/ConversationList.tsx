import { ActionIcon, Button, Chip, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Conversation, conversationChannel, type Message } from '#shared/messaging/shapes.ts'
import { realtime } from '../../realtime.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { MessagingSearch } from '../screens.ts'
import { tellTyping } from '../thread/typing.ts'
import styles from './ConversationList.module.css'
import { ConversationRow } from './ConversationRow.tsx'
import { useConversations } from './useConversations.ts'

const SettingsSheet = lazyPart(() => import('../sheets/SettingsSheet.tsx').then(part => part.SettingsSheet))

const NewConversation = lazyPart(() => import('../sheets/NewConversation.tsx').then(part => part.NewConversation))

const SearchAll = lazyPart(() => import('../search/SearchPanel.tsx').then(part => part.SearchPanel))

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
        <ActionIcon
          size={44}
          aria-label={t('messaging.new')}
          title={t('messaging.new')}
          onClick={() => setSheet('new')}
        >
          <IconPlus size={20} />
        </ActionIcon>
      </header>
      <div className={styles.filters}>
        <Chip size="sm" checked={isUnread} onChange={setUnread}>
          {t('messaging.newLine')}
        </Chip>
        <Button variant="subtle" size="compact-sm" onClick={() => setSheet('search')}>
          {t('messaging.searchMessages')}
        </Button>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <ul className={styles.rows}>
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
      {sheet === 'new' && <NewConversation onClosed={close} onOpen={onOpen} />}
      {sheet === 'settings' && <SettingsSheet onClosed={close} />}
      {sheet === 'search' && <SearchAll onClosed={close} onOpen={onOpen} />}
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
        if (event === 'client-typing') tellTyping(id, (data as { user_id: number }).user_id)
        if (event === 'message.sent') tellTyping(id, (data as Message).sender_id, false)
      })
    })
    return () => {
      for (const leave of left) leave()
    }
  }, [heard])
}
