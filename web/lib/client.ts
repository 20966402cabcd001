/**
 * One plain request to the API: language, token, envelope, errors, timeout and the 401 rule. It knows no call by name
 * and loads nothing, so that sign-in and public forms stay small; signed-in screens use the typed `api` above it.
 */
import type { Method } from '#shared/lib/contract.ts'
import { soundText, withSoundTexts } from '#shared/lib/soundText.ts'
import { currentLocale } from './locale.ts'
import { RequestError, readAnswer } from './requestError.ts'
import { keepSessionCopy } from './session/sessionCopy.ts'
import { endSession, sessionToken, storedToken, storeToken } from './session/token.ts'
import { inTurn } from './tabLock.ts'

const timeout = 300_000

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type RequestOptions = {
  query?: Record<string, QueryValue>
  /** A plain object goes as JSON, FormData as it is. */
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** No session goes along: people who fill in a public form are nobody. */
  isAnonymous?: boolean
  /** The request continues when the page is left. */
  keepalive?: boolean | undefined
}

/**
 * The options of a visitor's request: nothing of a signed-in person goes along, and the PIN of the link where it has
 * one.
 */
export const visitorOptions = (pin: string | null): Pick<RequestOptions, 'isAnonymous' | 'headers'> => ({
  isAnonymous: true,
  ...(pin && { headers: { 'Form-Pin': pin } }),
})

/**
 * Sends a request below /api and gives the answer back unread.
 * Throws a `RequestError` for every answer that is not a success, and for none at all.
 */
export async function send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const token = options.isAnonymous ? null : await sessionToken()
  const response = await attempt(method, path, options, token)
  if (response.ok) return response
  const error = await RequestError.of(response)
  const isWorthRepeating =
    error.code === 'token_expired'
      ? token !== null && (await refreshToken(token))
      : error.code === 'reauthentication_required' && (await reauthenticated())
  if (isWorthRepeating) {
    const second = await attempt(method, path, options, storedToken())
    if (second.ok) return second
    throw ended(await RequestError.of(second), storedToken())
  }
  throw ended(error, token)
}

/** The content of `data` in the answer. */
export async function request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
  const response = await send(method, path, options)
  const answer: { data: T } = await readAnswer(response, () => response.json())
  return answer.data
}

async function attempt(method: Method, path: string, options: RequestOptions, token: string | null): Promise<Response> {
  const { query, body, headers, signal, keepalive = false } = options
  const isForm = body instanceof FormData
  const address = `/api${path}?${searchParams(query)}`
  try {
    const asked = method === 'GET' && takeAsked(address, token)
    if (asked) return await asked
    return await fetch(address, {
      method,
      keepalive,
      headers: {
        Accept: 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? soundForm(body) : JSON.stringify(withSoundTexts(body)) }),
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    const offline = cause instanceof TypeError
    console.error(offline ? 'Network error' : 'Unknown error', cause)
    throw new RequestError({ status: 0, code: offline ? 'network_error' : 'unknown_error' })
  }
}

/** The browser has written half an emoji as a sign of its own already. */
function soundForm(form: FormData): FormData {
  for (const [name, value] of [...form]) if (typeof value === 'string') form.set(name, soundText(value))
  return form
}

type Asked = { address: string; token: string; answer: Promise<Response> }

/** The answer to what the page asked before its code was here (public/theme.js), for the same person; once. */
function takeAsked(address: string, token: string | null): Promise<Response> | undefined {
  const page = globalThis as { tendPrefetched?: Asked | undefined }
  const { tendPrefetched: asked } = page
  if (asked?.address !== address || asked.token !== token) return undefined
  page.tendPrefetched = undefined
  return asked.answer
}

function searchParams(query: RequestOptions['query'] = {}): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, soundText(String(one)))
  }
  params.set('lang', currentLocale())
  return params
}

/**
 * The specification's section 8: a 401 anywhere but on the login page ends the session, if it is still the one that
 * asked.
 */
function ended(error: RequestError, token: string | null): RequestError {
  const isCurrent = token !== null && token === storedToken()
  if (error.status === 401 && isCurrent && location.pathname !== '/auth/login') endSession()
  return error
}

/**
 * Dangerous calls need the password given at most ten minutes ago; the server refuses them with
 * `reauthentication_required` otherwise. The client then asks here and repeats the refused call, so no screen has to
 * know about it.
 */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Names who asks the person: the dialog of the shell. Returns the function that takes it away. */
export function onReauthentication(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** Whether the person has given the password again. Calls that are refused at the same time share one question. */
export function reauthenticated(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

let running: Promise<boolean> | undefined

/**
 * Replaces an expired token, silently and once for all tabs: the Web Lock lets one tab ask while the others wait and
 * then find the new token in the store. `expired` is the one that was refused; a refused refresh ends the session.
 * Returns whether there is a living token afterwards.
 */
export function refreshToken(expired: string): Promise<boolean> {
  running ??= inTurn('tend-refresh', () => replace(expired)).finally(() => {
    running = undefined
  })
  return running
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
