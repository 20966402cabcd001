import { useTranslation } from 'react-i18next'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { useUser } from '../../lib/session/session.ts'
import { useTyping } from './typing.ts'

/** "Anna is typing", "Anna and Béla are typing"; nothing while nobody is. */
export function useTypingWords({ id, users }: Pick<Conversation, 'id' | 'users'>): string {
  const { t, i18n } = useTranslation()
  const ownId = useUser()?.id
  const who = useTyping(id)
    .filter(userId => userId !== ownId)
    .flatMap(userId => users.find(user => user.id === userId)?.name ?? [])
  if (who.length === 0) return ''
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(who)
  return t('messaging.typing', { count: who.length, names })
}
