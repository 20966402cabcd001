import { api } from '../api.ts'
import { interruptible, longestForPhotoMs } from '../lib/offline/interruptible.ts'
import { queryClient } from '../lib/queryClient.ts'
import { answersKind } from './journal/kind.ts'

const { create, get, update, attach, complete, remove } = api.submissions
const server = {
  ...{ create: interruptible(create), get: interruptible(get), update: interruptible(update) },
  ...{ complete: interruptible(complete), remove: interruptible(remove) },
  attach: interruptible(attach, longestForPhotoMs),
}

/** What filling in puts into the outbox. */
export const fillingKinds = [
  answersKind(server, () => {
    for (const { key } of [api.submissions, api.tasks]) void queryClient.invalidateQueries({ queryKey: key })
    // Where tend itself is on the device, what was sent is kept there.
    if (navigator.serviceWorker?.controller)
      import('../submissions/kept/commands.ts').then(kept => kept.keepOwn(), console.warn)
  }),
]
