import i18next from 'i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { queryClient } from '../lib/queryClient.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { tellFailed } from '../ui/toast.tsx'
import { forgetCachedTask } from './cachedQueries.ts'
import { completionHandler } from './completion/completionHandler.ts'
import { isTakenBack } from './completion/pendingCompletions.ts'
import { sendPhoto } from './completion/queueCompletions.ts'

const { completeSent, skipSent } = api.tasks

/** What tasks put into the outbox. */
export const taskHandlers = [
  completionHandler(
    { completeSent: withTimeout(completeSent), skipSent: withTimeout(skipSent), sendPhoto },
    {
      isTakenBack,
      onSettled({ sent_id }) {
        forgetCachedTask(sent_id)
        void queryClient.invalidateQueries({ queryKey: api.tasks.key })
      },
      onRefused: ({ title }, error) => tellFailed(`${title}: ${errorText(error, i18next.t)}`),
    },
  ),
]
