/** The Bearer token of this browser, and the moment when it ends. */
const key = 'tend_token'

type Listener = () => void
const endings = new Set<Listener>()

export const storedToken = () => localStorage.getItem(key)
export const storeToken = (token: string) => localStorage.setItem(key, token)

/** Calls back when the session ends by anything but the person's own logout: a 401, or a refresh that was refused. */
export function onSessionEnded(listener: Listener) {
  endings.add(listener)
  return () => endings.delete(listener)
}

/** Destroys the token and tells whoever shows signed-in screens. */
export function endSession() {
  localStorage.removeItem(key)
  for (const listener of endings) listener()
}

/** Destroys the token without a word: the person has asked to leave. */
export const forgetToken = () => localStorage.removeItem(key)
