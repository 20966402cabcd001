/** What messaging keeps on a device: the files of messages that wait, and the conversations and messages of the last weeks. */
export const messagingTables = {
  messageFiles: 'uuid, entry_uuid',
  keptConversations: 'id',
  keptMessages: 'id, conversation_id, created_at',
}
