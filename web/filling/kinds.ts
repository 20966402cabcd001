import { interruptible, longestForPhotoMs } from '../lib/offline/interruptible.ts'
import { queryClient } from '../lib/queryClient.ts'
import { submissionsApi } from '../submissions/api.ts'
import { answersKind } from './journal/kind.ts'

const { create, get, update, attach, complete, remove } = submissionsApi
const server = {
  ...{ create: interruptible(create), get: interruptible(get), update: interruptible(update) },
  ...{ complete: interruptible(complete), remove: interruptible(remove) },
  attach: interruptible(attach, longestForPhotoMs),
}

/** What filling in puts into the outbox. */
export const fillingKinds = [
  answersKind(server, () => {
    for (const feature of ['submissions', 'tasks']) void queryClient.invalidateQueries({ queryKey: [feature] })
    // Where tend itself is on the device, what was sent is kept there.
    if (navigator.serviceWorker?.controller)
      import('../submissions/kept/commands.ts').then(kept => kept.keepOwn(), console.warn)
  }),
]
