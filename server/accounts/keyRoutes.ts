/** API keys as managers and administrators give them out. */
import { keys as keyCalls } from '#shared/accounts/keys.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { accessKey, createKey, endKeysOverdue, listKeys, renewKey, revokeKey } from './keys.ts'
import { requireOwnAndRecent } from './queries.ts'

/** Makes a key, and shows its secret once. */
export const makeKey: Handler<typeof keyCalls.create> = (draft, ctx) => createKey(ctx, draft)

/** Gives a key another secret. */
export const changeSecret: Handler<typeof keyCalls.renew> = async ({ id, overlapHours }, ctx) => {
  const key = await accessKey(ctx, id, 'update')
  requireOwnAndRecent(ctx)
  return renewKey(ctx, key, overlapHours)
}

/** Revokes a key. */
export const endKey: Handler<typeof keyCalls.revoke> = async ({ id }, ctx) =>
  revokeKey(ctx, await accessKey(ctx, id, 'delete'))

export const keyRoutes = routes(keyCalls, { list: listKeys, create: makeKey, renew: changeSecret, revoke: endKey })

const maxTogether = 50

/** Ends the sockets of expired keys; their calls are refused at once. */
export const endKeys: Job<object> = {
  name: 'keys.end',
  schedule: '*/10 * * * *',
  work: async (_, { db, services }) => {
    const ended = await endKeysOverdue({ db, now: new Date(), services }, maxTogether)
    await requeueIf(db, services, 'keys.end', ended === maxTogether)
  },
}
