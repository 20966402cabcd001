import { IconCheck, IconChecks } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { JoinedTexts } from '../../ui/texts/JoinedTexts.tsx'

/** Under the last own message: that it is there, or who has read it. */
export function SeenState({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { t } = useTranslation()
  if (message.reads.length === 0)
    return (
      <span>
        <IconCheck size={14} /> {t('messaging.isSent')}
      </span>
    )
  const names = message.reads.flatMap(({ user_id }) => conversation.users.find(({ id }) => id === user_id)?.name ?? [])
  return (
    <span title={names.join(', ')}>
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
