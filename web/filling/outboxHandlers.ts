/** Sends what was filled in, by the calls of `api`; afterwards the device's copies of sent submissions are updated. */
import { api } from '../api.ts'
import { queryClient } from '../lib/queryClient.ts'
import { maxPhotoMs, withTimeout } from '../lib/withTimeout.ts'
import { answersHandler } from './answersHandler.ts'
import { keepOwn } from './sentCommands.ts'

const { create, get, update, attach, complete, remove } = api.submissions
const server = {
  ...{ create: withTimeout(create), get: withTimeout(get), update: withTimeout(update) },
  ...{ complete: withTimeout(complete), remove: withTimeout(remove) },
  attach: withTimeout(attach, maxPhotoMs),
}

/** What filling in puts into the outbox. */
export const fillingHandlers = [
  answersHandler(server, () => {
    for (const { key } of [api.submissions, api.tasks]) void queryClient.invalidateQueries({ queryKey: key })
    // Where tend itself is on the device, what was sent is kept there.
    if (navigator.serviceWorker?.controller) void keepOwn()
  }),
]
