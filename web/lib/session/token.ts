/** The Bearer token of this browser, and the moment when it ends. */
import { Listeners } from '../listeners.ts'
import { onDevice } from '../storage.ts'

const key = 'tend_token'

const endings = new Listeners()

/**
 * Placeholder for a token while someone who came back offline by their PIN has no session at the server yet
 * (beginAfterOffline.ts).
 */
export const tokenToCome = 'to-come'

let begin: () => Promise<string | null> = async () => storedToken()
/**
 * Names what begins the session of someone who came back offline; the page's first module does, so that requests know
 * no session.
 */
export const beginSessionBy = (work: typeof begin) => {
  begin = work
}

/** The token to ask with. Someone who came back offline gets their session first, when something is asked. */
export const sessionToken = async (): Promise<string | null> =>
  storedToken() === tokenToCome ? begin() : storedToken()

export const storedToken = () => onDevice.read(key)
export const storeToken = (token: string) => onDevice.write(key, token)

/** Calls back when the session ends: by a 401, by a refresh that was refused, or by signing out in another tab. */
export const onSessionEnded = endings.subscribe

let isLeaving = false
/**
 * While the person ends their account, calls that are refused for it do not lead to the entrance: what comes of it is
 * said where they are.
 */
export const setLeaving = (is: boolean) => {
  isLeaving = is
}

/** Destroys the token and tells the signed-in screens. */
export function endSession() {
  if (isLeaving) return
  forgetToken()
  endings.notify()
}

/** Destroys the token; other tabs are told, this one is about to leave. */
export const forgetToken = () => onDevice.remove(key)

window.addEventListener('storage', change => {
  if (change.key === key && change.newValue === null) endings.notify()
})
