import i18next from 'i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { queryClient } from '../lib/queryClient.ts'
import { maxPhotoMs, withTimeout } from '../lib/withTimeout.ts'
import { tellFailed } from '../ui/toast.tsx'
import { forgetCachedTask } from './cachedQueries.ts'
import { endKind } from './ends/endKind.ts'
import type { ProofPhoto } from './ends/proofs.ts'

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

const sendFile = withTimeout(api.files.create, maxPhotoMs)

/** Sends a photo ahead of the end that names it. The same uuid again is the same file. */
export async function sendPhoto({ uuid, name, content_type, bytes }: ProofPhoto): Promise<void> {
  await sendFile({ uuid }, { files: { file: new File([bytes], name, { type: content_type }) } })
}
