/** Outbox handler of people's actions in conversations: in order within each conversation, and each once. */

import i18next from 'i18next'
import { filenameOf, partsOfFilename } from '#shared/lib/filename.ts'
import type { messaging } from '#shared/messaging/contract.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { api, type Call } from '../api.ts'
import { sendFile } from '../files/commands.ts'
import { errorText } from '../lib/errorText.ts'
import { inDatabase } from '../lib/offline/database.ts'
import { isUnderway, type OutboxHandler, type OutboxStore } from '../lib/offline/outboxHandler.ts'
import { queryClient } from '../lib/queryClient.ts'
import { RequestError } from '../lib/requestError.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { tellDone, tellFailed } from '../ui/toast.tsx'
import { keep } from './kept/keepMessages.ts'
import {
  type KeptFile,
  type MessageEntry,
  messageFiles,
  messageHandlerName,
  messagePayloadVersion,
} from './messageActions.ts'
import { isOpenNow, threadOf, uploads } from './thread/threads.ts'

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

export const keptFiles = (userId: number, entryUuid: string): Promise<KeptFile[]> =>
  inDatabase(userId, async database =>
    (await messageFiles(database).where('entry_uuid').equals(entryUuid).toArray()).sort(
      (one, other) => one.position - other.position,
    ),
  )

/** Forgets the files of an entry. */
export const removeFiles = (userId: number, entryUuid: string): Promise<unknown> =>
  inDatabase(userId, database => messageFiles(database).where('entry_uuid').equals(entryUuid).delete())

/**
 * Marks a refused upload as one, with the server's message, else the plain text of the answer, else 'Upload failed'
 * (specification, section 8). Errors that may pass, or that are no refusal, come back as they are.
 */
export const uploadError = (error: unknown): unknown =>
  error instanceof RequestError && !error.isPassing
    ? new RequestError({
        ...error,
        message: error.message || i18next.t('messaging.uploadBroken'),
        during: 'upload',
      })
    : error

/**
 * Whether a call that sent text and files at once was refused for its files: too large, a wrong type, no room, or a
 * proxy's own refusal.
 */
export const isAboutFiles = (error: unknown): boolean =>
  error instanceof RequestError &&
  ([413, 415, 507].includes(error.status) || error.code === 'plan_limit_reached' || error.code === 'unknown_error')

/** A post with its files in the same call: where it is refused for them, that was a refused upload. */
const postWithFiles = async (...[message, options]: Parameters<typeof api.messaging.post>) => {
  try {
    return await api.messaging.post(message, options)
  } catch (error) {
    throw options?.files && isAboutFiles(error) ? uploadError(error) : error
  }
}

const { edit, removeMessage, react, read } = api.messaging

/** What messaging puts into the outbox. */
export const messagingHandlers = [
  messageHandler(
    {
      post: withTimeout(postWithFiles),
      edit: withTimeout(edit),
      removeMessage: withTimeout(removeMessage),
      react: withTimeout(react),
      read: withTimeout(read),
      // The same uuid is the same file, so an upload that was broken off continues without doubling it.
      sendFile: async file => {
        const signal = uploads.begin(file.uuid)
        try {
          await sendFile(file, { signal, onProgress: part => uploads.reach(file.uuid, part) })
        } catch (error) {
          throw uploadError(error)
        } finally {
          uploads.end(file.uuid)
        }
      },
    },
    {
      async onDone({ conversation_id, deed, user_id }, answer) {
        if (answer && deed !== 'read') {
          const message = answer as Message
          await keep(user_id, [message]).catch(cause => console.warn('A message is not kept here', cause))
          threadOf(conversation_id).hear(message)
        }
        // In the open conversation the message itself shows it.
        if (deed === 'post' && !isOpenNow(conversation_id)) void tellDone(i18next.t('messaging.sent'))
        if (deed === 'edit') void tellDone(i18next.t('messaging.messageEdited'))
        // What is left of a deleted message is fetched, or heard.
        if (deed === 'delete') void threadOf(conversation_id).catchUp()
        if (deed === 'delete') void tellDone(i18next.t('messaging.messageDeleted'))
        for (const { key } of [api.messaging.list, api.messaging.unreadCount, api.messaging.get])
          void queryClient.invalidateQueries({ queryKey: key })
      },
      onRefused: ({ deed }, error) => {
        if (deed !== 'post') void tellFailed(errorText(error, i18next.t))
      },
    },
  ),
]
