import i18next from 'i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { withTimeout } from '../lib/offline/withTimeout.ts'
import { queryClient } from '../lib/queryClient.ts'
import { tellFailed } from '../ui/toast.tsx'
import { endKind } from './ends/endKind.ts'
import { sendPhoto } from './ends/sendPhoto.ts'
import { forgetCachedTask } from './queries.ts'

const { completeSent, skipSent } = api.tasks

/** What tasks put into the outbox. */
export const taskKinds = [
  endKind(
    { completeSent: withTimeout(completeSent), skipSent: withTimeout(skipSent), sendPhoto },
    {
      onSettled({ sent_id }) {
        forgetCachedTask(sent_id)
        void queryClient.invalidateQueries({ queryKey: api.tasks.key })
      },
      onRefused: ({ title }, error) => tellFailed(`${title}: ${errorText(error, i18next.t)}`),
    },
  ),
]
