/**
 * Handing a shared device to somebody else, coming back to it without the server, and the lock that this needs.
 * docs/decisions/0027.
 */
import { findKey, removeKeysOfOthers, storeKey } from '../encryption/deviceKey.ts'
import {
  endAtServer,
  findVaultEntry,
  markAccountDeleted,
  type Secret,
  saveVaultEntry,
  stashSecret,
  stashSession,
  unlockVault,
} from '../encryption/keyVault.ts'
import { keepPerson, keptPeople } from '../people.ts'
import { onDevice } from '../storage.ts'
import { awayMark, clearSession, currentUser, fetchKey, isTidy, namesOfSession, sessionChanged } from './session.ts'
import { forgetSessionCopy, keepSessionCopy } from './sessionCopy.ts'
import { forgetToken, storedToken, storeToken, tokenToCome } from './token.ts'

/**
 * Hands the device to somebody else: what they read and did here waits for the person's PIN or password, sealed.
 * Someone with a PIN leaves no session behind: it ends at the server, and the PIN begins another. A password's session
 * waits in the lock. False for people who came in by another way, who can only sign out. Works without a network.
 */
export async function lockDevice(): Promise<boolean> {
  const user = currentUser()
  const key = user && (await findKey(user.id))
  if (!user || !key) return false
  const token = storedToken()
  const hasPin = await signsInByPin(user.id)
  const { tend_token, ...rest } = Object.fromEntries(namesOfSession.map(name => [name, onDevice.read(name)]))
  if (!(await stashSession(user.id, key, hasPin ? rest : { tend_token, ...rest }))) return false
  if (hasPin && token !== tokenToCome) await endAtServer(token)
  keepPerson({ user_id: user.id, name: user.name, company: '', email: user.email, isAway: true, ...known(user.id) })
  onDevice.write(awayMark, String(user.id))
  forgetToken()
  clearSession()
  await forgetSessionCopy()
  location.assign('/auth/login')
  return true
}

/** The company that the entrance greets them with, where it is known. */
const known = (userId: number) => {
  const company = keptPeople().find(({ user_id }) => user_id === userId)?.company
  return company ? { company } : {}
}

/** A device that cannot keep locks goes without. */
const lockHere = (userId: number) =>
  findVaultEntry(userId).catch(cause => {
    console.warn('Nobody can come back to this device without the server', cause)
    return undefined
  })

/** Whether somebody can hand the device over: what brings them back without the server is here. */
export const canResumeSession = async (userId: number): Promise<boolean> => (await lockHere(userId)) !== undefined

/**
 * Comes back to what was handed over, without the server. With a PIN the session begins when the server can be asked
 * for it (beginAfterOffline.ts). Throws `WrongSecretError`; false where nothing waits.
 */
export async function resumeSession(userId: number, text: string): Promise<boolean> {
  const { keyText, session } = await unlockVault(userId, text)
  if (!session) return false
  if (!session.tend_token) await stashSecret(userId, keyText, text)
  onDevice.remove(awayMark)
  for (const name of namesOfSession) onDevice.write(name, String(session[name] ?? ''))
  if (!session.tend_token) storeToken(tokenToCome)
  await isTidy.catch(() => undefined)
  await storeKey(userId, keyText)
  await removeKeysOfOthers(userId)
  await keepSessionCopy()
  sessionChanged()
  return true
}

/** Whether the PIN gives this person a session on this device: it is enrolled, and their lock is under the PIN. */
const signsInByPin = async (userId: number): Promise<boolean> =>
  keptPeople().some(({ user_id, device }) => user_id === userId && device !== undefined) &&
  (await lockHere(userId))?.by === 'pin'

/**
 * The password of the signed-in person is another: from now on that one opens here what they did not send. Where the
 * server cannot say the key just now, the one from before does, which is known to be right.
 */
export async function renewLock(before: string, secret: Secret): Promise<void> {
  const user = currentUser()
  if (!user || user.acting_for) return
  try {
    const key = await fetchKey(user.id).catch(async () => (await unlockVault(user.id, before)).keyText)
    await saveVaultEntry(user, key, secret)
  } catch (cause) {
    console.warn('Nobody can come back to this device without the server', cause)
  }
}

/** The account is gone: unsent work can be opened and saved here, and says that it cannot be sent. */
export async function noteAccountDeleted(): Promise<void> {
  const id = currentUser()?.id
  if (id !== undefined)
    await markAccountDeleted(id).catch(cause => console.warn('What is kept here does not say it', cause))
}
