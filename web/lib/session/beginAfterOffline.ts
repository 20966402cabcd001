/**
 * The session of someone who came back to a shared device offline, by their PIN: it begins at the first request that
 * needs it, with the PIN that they typed, which waits sealed under their key. The server counts a wrong one and ends
 * the enrolment after five, as at the entrance.
 */
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { request } from '../client.ts'
import { findKey } from '../encryption/deviceKey.ts'
import { dropStashedSession, findStashedSecret } from '../encryption/keyVault.ts'
import { keptPeople } from '../people.ts'
import { RequestError } from '../requestError.ts'
import { inTurn } from '../tabLock.ts'
import { currentUser, storeUser } from './session.ts'
import { endSession, storedToken, storeToken, tokenToCome } from './token.ts'

let running: Promise<string | null> | undefined

/**
 * The token of the session, for all tabs and requests the same. Throws a `RequestError`: one that passes leaves the
 * person as they are, offline; any other ends what they came back to, and their unsent work waits for them to sign in.
 */
export function beginAfterOffline(): Promise<string | null> {
  running ??= inTurn('tend-refresh', begin).finally(() => {
    running = undefined
  })
  return running
}

async function begin(): Promise<string | null> {
  const stored = storedToken()
  // Another tab was first, or the person has left.
  if (stored !== tokenToCome) return stored
  const userId = currentUser()?.id ?? 0
  try {
    const { user, token } = await signIn(userId)
    if (storedToken() !== tokenToCome || currentUser()?.id !== userId) {
      // Handed over or signed out in the meantime: nobody is there to use it.
      await request('POST', '/auth/logout', {
        body: {},
        headers: { Authorization: `Bearer ${token}` },
        isAnonymous: true,
      })
      return storedToken()
    }
    storeToken(token)
    await storeUser(user)
    await dropStashedSession(userId)
    return token
  } catch (error) {
    if (!(error instanceof RequestError && error.isPassing)) endSession()
    throw error
  }
}

async function signIn(userId: number): Promise<{ user: CurrentUser; token: string }> {
  const device = keptPeople().find(({ user_id }) => user_id === userId)?.device
  const key = await findKey(userId)
  const pin = key && (await findStashedSecret(userId, key))
  if (!device || !pin) throw new RequestError({ status: 401, code: 'unauthenticated' })
  return request('POST', '/auth/login-pin', { body: { device, pin }, isAnonymous: true })
}
