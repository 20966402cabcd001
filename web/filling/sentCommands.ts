/** Sends what was filled in, by the calls of `api`, and keeps a copy of what the person sent. */
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { currentAbility } from '../lib/ability.tsx'
import { queryClient } from '../lib/queryClient.ts'
import { currentUser } from '../lib/session/session.ts'
import { maxPhotoMs, withTimeout } from '../lib/withTimeout.ts'
import { answersHandler } from './answersHandler.ts'
import { isKept, keepSent, type Who } from './sentQueries.ts'

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

/** The person whose copies are kept: who may fill in, and does not act as somebody else. */
function whose(): Who | undefined {
  const user = currentUser()
  if (user?.company_id == null || user.acting_for || !currentAbility()('create', 'Submission')) return undefined
  const { id: userId, company_id: companyId } = user
  const isHere = () => currentUser()?.id === userId && currentUser()?.company_id === companyId
  return { userId, companyId, isHere }
}

/** Brings the copies of what they sent up to date; where the server was `seen` to have just these, nothing is fetched. */
export async function keepOwn(seen?: Submission[]): Promise<void> {
  const who = whose()
  if (who && !(seen && (await isKept(who, seen)))) await keepSent(who)
}
