/**
 * Replaces an expired token, silently and once for all tabs: the Web Lock lets one tab ask while the others wait and
 * then find the new token in the store. Browsers have no locks on plain http from another machine; there each tab asks
 * for itself, which the server answers with the same new token.
 */
import { currentLocale } from '../locale.ts'
import { keepSessionCopy } from './sessionCopy.ts'
import { endSession, storedToken, storeToken } from './token.ts'

let running: Promise<boolean> | undefined

/**
 * Whether there is a living token afterwards. `expired` is the one that was refused. A refused refresh ends the
 * session.
 */
export function refreshToken(expired: string): Promise<boolean> {
  running ??= locked(() => replace(expired)).finally(() => {
    running = undefined
  })
  return running
}

function locked(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request('tend-refresh', work) : work()
}

async function replace(expired: string): Promise<boolean> {
  const stored = storedToken()
  if (stored !== expired) return stored !== null
  const response = await fetch(`/api/auth/refresh?lang=${currentLocale()}`, {
    method: 'PATCH',
    headers: { Accept: 'application/json', Authorization: `Bearer ${expired}` },
  }).catch(() => null)
  if (response?.ok) {
    const { data }: { data: { token: string } } = await response.json()
    storeToken(data.token)
    void keepSessionCopy()
    return true
  }
  // Without an answer nothing is known about the session: it stays, and the request that asked fails as the network
  // does.
  if (response && response.status < 500) endSession()
  return false
}
