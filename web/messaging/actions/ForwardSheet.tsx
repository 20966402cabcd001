import { useTranslation } from 'react-i18next'
import type { Message } from '#shared/messaging/shapes.ts'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { tellDone } from '../../ui/toast.tsx'
import { doDeed } from '../doDeed.ts'
import { ConversationRow } from '../list/ConversationRow.tsx'
import { useConversations } from '../list/useConversations.ts'
import styles from './MessageMenu.module.css'

/** Passes a message on into another conversation. */
export function ForwardSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const { conversations = [] } = useConversations('', false)
  return (
    <SideSheet title={t('messaging.forward')} onClosed={onClosed}>
      {close => (
        <ul className={styles.list}>
          {conversations.map(conversation => (
            <li key={conversation.id}>
              <ConversationRow
                conversation={conversation}
                isOpen={false}
                onOpen={async () => {
                  await doDeed(conversation.id, { deed: 'post', message_text: '', forward_id: message.id })
                  close()
                  await tellDone(t('messaging.sent'))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </SideSheet>
  )
}
