/**
 * A user signs in on a socket, which then may hear the channel that is theirs alone. The signature says who they are; the grant
 * that was made with it says that they still may.
 */
import { userChannelOf } from '../channelNames.ts'
import type { Connection } from '../connections/connection.ts'
import { isRecord, parseJson } from '../frames.ts'
import type { Hub } from '../hub.ts'
import type { Log } from '../log.ts'
import type { Grants } from './grants.ts'
import { type App, sameSignature, userSignature } from './signatures.ts'

const UNAUTHORIZED = 4009
const TRY_AGAIN = 4100

export type SignInNeeds = { app: App; grants: Grants; hub: Hub; log: Log }

/** Answers pusher:signin. Without a valid signature and a living grant the socket is closed with 4009, and not to come back. */
export async function signIn(
  connection: Connection,
  data: unknown,
  { app, grants, hub, log }: SignInNeeds,
): Promise<void> {
  if (!connection.maySubscribe()) {
    connection.end(TRY_AGAIN, 'Too many subscriptions at once')
    return
  }
  const userData = isSigned(connection, data, app) ? data.user_data : undefined
  const user = parseJson(userData ?? '')
  const channel = isRecord(user) && typeof user.id === 'string' ? userChannelOf(user.id) : ''
  try {
    // As with channels: a grant that is not here may be on its way from the node that made the signature.
    if (channel !== '' && !grants.find(connection.id, channel)) await hub.caughtUp()
  } catch (error) {
    log.debug({ err: error }, 'realtime: whether a user may sign in could not be found out')
    connection.end(TRY_AGAIN, 'Try again')
    return
  }
  if (grants.find(connection.id, channel)) {
    connection.signedInto = channel
    connection.send('pusher:signin_success', { user_data: userData })
  } else {
    connection.end(UNAUTHORIZED, 'Unauthorized')
  }
}

function isSigned(connection: Connection, data: unknown, app: App): data is { auth: string; user_data: string } {
  if (!isRecord(data) || typeof data.auth !== 'string' || typeof data.user_data !== 'string') return false
  return sameSignature(userSignature(app, connection.id, data.user_data), data.auth)
}
