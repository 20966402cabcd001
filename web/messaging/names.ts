import type { TFunction } from 'i18next'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'

type Titled = Pick<Conversation, 'type' | 'title' | 'users'> & { company_name?: string | null }

/** How a conversation is called: by its title, by the other of two, or as the support line. */
export function titleOf(conversation: Titled, ownId: number | undefined, t: TFunction): string {
  if (conversation.type === 'support') {
    const isOwn = conversation.users.some(({ id }) => id === ownId)
    return isOwn ? t('messaging.support') : `${t('messaging.support')} · ${conversation.company_name ?? ''}`
  }
  if (conversation.title) return conversation.title
  return otherOf(conversation, ownId)?.name ?? t('messaging.unknown')
}

export const otherOf = ({ users }: Pick<Conversation, 'users'>, ownId: number | undefined) =>
  users.find(({ id }) => id !== ownId)

/** Who wrote a message. Of the support line's admins no names are known here. */
export const nameOf = (sender: Message['sender'], type: Conversation['type'] | undefined, t: TFunction): string =>
  sender?.name ?? t(type === 'support' ? 'messaging.support' : 'messaging.unknown')
