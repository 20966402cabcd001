import i18next from 'i18next'
import type { Message } from '#shared/messaging/shapes.ts'
import { api } from '../api.ts'
import { sendFile } from '../files/commands.ts'
import { errorText } from '../lib/errorText.ts'
import { queryClient } from '../lib/queryClient.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { tellDone, tellFailed } from '../ui/toast.tsx'
import { keep } from './kept/keepMessages.ts'
import { messageHandler } from './messageHandler.ts'
import { isOpenNow, threadOf, uploads } from './thread/threads.ts'
import { isAboutFiles, uploadError } from './uploadError.ts'

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
