import { Menu } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reactionEmojis } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/useOpening.ts'
import { tellProblem } from '../../ui/toast.tsx'
import { doDeed, tellNotKept } from '../doDeed.ts'
import type { Intent } from '../thread/ThreadPane.tsx'
import { threadOf } from '../thread/threads.ts'
import { ForwardSheet } from './ForwardSheet.tsx'
import { HistorySheet } from './HistorySheet.tsx'
import styles from './MessageMenu.module.css'
import { ReportSheet } from './ReportSheet.tsx'
import { TaskSheet } from './TaskSheet.tsx'

type Props = {
  message: Message
  conversation: Conversation
  onIntent: (intent: Intent) => void
  children: ReactElement
}

/** What can be done with a message. What somebody may not do is absent. */
export function MessageMenu({ message, conversation, onIntent, children }: Props) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const can = useAbility()
  const [sheet, setSheet] = useState<'history' | 'report' | 'forward' | 'task' | null>(null)
  const { id, conversation_id } = message
  const isOwn = message.sender_id === ownId
  const close = () => setSheet(null)
  const copy = () => void navigator.clipboard.writeText(message.message_text)
  const pin = () =>
    api.messaging
      .pin({ id, is_on: !message.pinned_at })
      .then(changed => threadOf(conversation_id).hear(changed), tellProblem)
  const remove = () => doDeed(conversation_id, { deed: 'delete', message_id: id }).catch(tellNotKept)
  return (
    <>
      <Menu position="bottom-end" width={240} {...useOpening()}>
        <Menu.Target>{children}</Menu.Target>
        <MenuList>
          <div className={styles.emojis}>
            {reactionEmojis.map(emoji => (
              <Menu.Item
                key={emoji}
                className={styles.emoji}
                aria-label={t('messaging.react', { emoji })}
                onClick={() =>
                  doDeed(conversation_id, { deed: 'react', message_id: id, emoji, is_on: true }).catch(tellNotKept)
                }
              >
                {emoji}
              </Menu.Item>
            ))}
          </div>
          <Menu.Item onClick={() => onIntent({ reply: message })}>{t('messaging.reply')}</Menu.Item>
          {isOwn && <Menu.Item onClick={() => onIntent({ edit: message })}>{t('messaging.edit')}</Menu.Item>}
          {message.message_text && <Menu.Item onClick={copy}>{t('messaging.copy')}</Menu.Item>}
          <Menu.Item onClick={() => setSheet('forward')}>{t('messaging.forward')}</Menu.Item>
          <Menu.Item onClick={() => void pin()}>
            {message.pinned_at ? t('messaging.unpin') : t('messaging.pin')}
          </Menu.Item>
          {can('create', 'Task') && message.message_text && (
            <Menu.Item onClick={() => setSheet('task')}>{t('messaging.makeTask')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setSheet('history')}>{t('messaging.readBy')}</Menu.Item>
          {!isOwn && <Menu.Item onClick={() => setSheet('report')}>{t('messaging.report')}</Menu.Item>}
          {(isOwn || can('update', 'MessageReport')) && (
            <Menu.Item color="red" onClick={() => void remove()}>
              {t('messaging.delete')}
            </Menu.Item>
          )}
        </MenuList>
      </Menu>
      {sheet === 'history' && <HistorySheet message={message} conversation={conversation} onClosed={close} />}
      {sheet === 'report' && <ReportSheet message={message} onClosed={close} />}
      {sheet === 'task' && <TaskSheet message={message} onClosed={close} />}
      {sheet === 'forward' && <ForwardSheet message={message} onClosed={close} />}
    </>
  )
}
