export const conversationTypes = ['private', 'group', 'support'] as const
export type ConversationType = (typeof conversationTypes)[number]
/** What stands in a conversation: what people write, and who came, went or changed its title. */
export const messageKinds = ['message', 'joined', 'left', 'renamed'] as const
export type MessageKind = (typeof messageKinds)[number]
export const reactionEmojis = ['👍', '❤️', '😂', '😮', '😢', '🙏', '✅', '👀'] as const
export const reportReasons = ['abuse', 'harassment', 'private_content', 'other'] as const
