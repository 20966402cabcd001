/** Outbox handler of people's actions in conversations: in order within each conversation, and each once. */
import { filenameOf, partsOfFilename } from '#shared/lib/filename.ts'
import type { messaging } from '#shared/messaging/contract.ts'
import type { Call } from '../api.ts'
import { inDatabase, type OfflineDatabase } from '../lib/offline/database.ts'
import { isUnderway, type OutboxHandler, type OutboxStore } from '../lib/offline/outboxHandler.ts'
import { RequestError } from '../lib/requestError.ts'
import { type MessageEntry, messageHandlerName } from './pendingActions.ts'

export const messagePayloadVersion = 1

type Calls = typeof messaging
type Server = {
  [Name in 'post' | 'edit' | 'removeMessage' | 'react' | 'read']: (
    ...args: Parameters<Call<Calls[Name]>>
  ) => Promise<unknown>
} & { sendFile: (file: KeptFile) => Promise<void> }

type Callbacks = {
  /** The server has it. The entry is removed only afterwards, so that a message is always on the screen. */
  onDone(entry: MessageEntry, answer: unknown): Promise<void>
  onRefused(entry: MessageEntry, error: RequestError): void
}

/** Whether a refused action has no use any more. Texts that somebody wrote stay, with the reason. */
const isObsolete = (entry: MessageEntry, error: unknown): boolean =>
  error instanceof RequestError &&
  entry.deed !== 'post' &&
  entry.deed !== 'edit' &&
  [403, 404, 410].includes(error.status)

export const messageHandler = (server: Server, { onDone, onRefused }: Callbacks): OutboxHandler<MessageEntry> => ({
  name: messageHandlerName,
  payloadVersion: messagePayloadVersion,
  // A refused action waits for the person, and those behind it do not wait for it.
  queueOf: ({ conversation_id, state, uuid }) =>
    state === 'refused' ? `refused ${uuid}` : `conversation ${conversation_id}`,
  async deliver(entry, store) {
    if (!isUnderway(entry)) return false
    let answer: unknown
    try {
      if (!(await filesAreSent(server, entry, store))) return false
      answer = await send(server, entry)
    } catch (error) {
      if (!isObsolete(entry, error)) throw error
    }
    await onDone(entry, answer)
    await store.remove(entry.user_id, entry.uuid)
    await removeFiles(entry.user_id, entry.uuid)
    return true
  },
  describe: (entry, { t }) => ({
    title: 'message_text' in entry && entry.message_text ? entry.message_text.slice(0, 120) : t(titleOf(entry)),
    details: [t(titleOf(entry))],
    href: `/messaging?conversation=${entry.conversation_id}`,
  }),
  rescue: async (entry, { t }) => {
    const name = filenameOf(
      `${entry.created_at.slice(0, 16).replace(':', '')} ${t(titleOf(entry))}`,
      ` ${entry.uuid.slice(0, 8)}`,
    )
    const { uuid, conversation_id, created_at, last_error } = entry
    const text = 'message_text' in entry ? entry.message_text : undefined
    const content = { uuid, conversation_id, created_at, deed: entry.deed, text, last_error }
    const files = await keptFiles(entry.user_id, uuid)
    return [
      { path: `${name}.json`, content: new TextEncoder().encode(JSON.stringify(content, null, 2)) },
      ...files.map(file => ({
        path: `${name} ${filenameOf(...partsOfFilename(file.name))}`,
        content: new Uint8Array(file.bytes),
      })),
    ]
  },
  isNoticed: entry =>
    entry.deed !== 'read' && (entry.state === 'refused' || (isUnderway(entry) && entry.last_error !== null)),
  isUnsent: entry => entry.deed === 'post' && entry.state !== 'done',
  isRemovable: true,
  onRefused: (entry, error) => onRefused(entry, error),
})

const titleOf = ({ deed }: MessageEntry) =>
  deed === 'post' ? 'messaging.title' : deed === 'edit' ? 'messaging.outboxEdit' : 'messaging.outboxMark'

/** Sends the files of a message ahead of it. Tells whether it may follow; it may have been cancelled in between. */
async function filesAreSent(server: Server, entry: MessageEntry, store: OutboxStore): Promise<boolean> {
  if (entry.deed !== 'post' || entry.has_own_files) return true
  const { user_id, uuid } = entry
  const files = await keptFiles(user_id, uuid)
  for (const file of files) await server.sendFile(file)
  return files.length === 0 || store.has(user_id, uuid)
}

async function send(server: Server, entry: MessageEntry): Promise<unknown> {
  const { conversation_id: id, uuid } = entry
  switch (entry.deed) {
    case 'post': {
      const files = await keptFiles(entry.user_id, uuid)
      const { message_text, reply_to_id, mentions, is_urgent, forward_id } = entry
      const said = { id, uuid, message_text, reply_to_id, mentions, is_urgent, forward_id }
      if (entry.has_own_files) return server.post(said, { files: attached(files) })
      return server.post({ ...said, ...(files.length > 0 && { file_uuids: files.map(file => file.uuid) }) })
    }
    case 'edit':
      return server.edit({ id: entry.message_id, message_text: entry.message_text })
    case 'delete':
      return server.removeMessage({ id: entry.message_id })
    case 'react':
      return server.react({ id: entry.message_id, emoji: entry.emoji as never, is_on: entry.is_on })
    case 'read':
      return server.read({ id, message_id: entry.message_id })
  }
}

/** The parts of a multipart call, named as the server knows them. */
const attached = (files: KeptFile[]): Record<string, Blob> =>
  Object.fromEntries(
    files.map(({ name, content_type, bytes }, at) => [
      `attachments[${at}]`,
      new File([bytes], name, { type: content_type }),
    ]),
  )

/** A file of a message that waits to be sent, in a row of its own, encrypted like all rows of the device. */
type KeptFile = {
  uuid: string
  entry_uuid: string
  name: string
  content_type: string
  position: number
  bytes: ArrayBuffer
}

const tableOf = (database: OfflineDatabase) => database.table<KeptFile, string>('messageFiles')

export const keepFiles = (userId: number, files: KeptFile[]): Promise<unknown> =>
  inDatabase(userId, database => tableOf(database).bulkPut(files))

export const keptFiles = (userId: number, entryUuid: string): Promise<KeptFile[]> =>
  inDatabase(userId, async database =>
    (await tableOf(database).where('entry_uuid').equals(entryUuid).toArray()).sort(
      (one, other) => one.position - other.position,
    ),
  )

/** Forgets the files of an entry. */
export const removeFiles = (userId: number, entryUuid: string): Promise<unknown> =>
  inDatabase(userId, database => tableOf(database).where('entry_uuid').equals(entryUuid).delete())
