import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '#shared/messaging/shapes.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { doDeed } from '../doDeed.ts'
import { ConversationRow } from '../list/ConversationRow.tsx'
import { useConversations } from '../list/useConversations.ts'
import styles from './MessageMenu.module.css'

/** Passes a message on into another conversation, one of the latest or one that is found. */
export function ForwardSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), 250)
  const { conversations, error, retry } = useConversations(words, false)
  return (
    <SideSheet title={t('messaging.forward')} onClosed={onClosed}>
      {close => (
        <>
          <TextInput
            className={styles.search}
            label={t('messaging.search')}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          {error && <ErrorState error={error} onRetry={retry} />}
          {conversations?.length === 0 && <p role="status">{t('messaging.noConversationsFound')}</p>}
          <ul className={styles.list}>
            {conversations?.map(conversation => (
              <li key={conversation.id}>
                <ConversationRow
                  conversation={conversation}
                  isOpen={false}
                  onOpen={async () => {
                    await doDeed(conversation.id, { deed: 'post', message_text: '', forward_id: message.id })
                    close()
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </SideSheet>
  )
}
