/**
 * The typed client: `tasksApi.list({ page: 2 })`, one function per call of a feature's contract, and `tasksApi.list.query({ page: 2 })`
 * for useQuery. There is no service file to write.
 *
 * Fields named in the path go there; the rest goes into the query of GET and DELETE, or into a JSON body. A call that creates sends
 * an Idempotency-Key: sending the same again after a failure without an answer cannot create twice.
 */

import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { Contract, Endpoint, InputOf, Method, ResultOf } from '#shared/lib/contract.ts'
import { withSoundTexts } from '#shared/lib/soundText.ts'
import { currentAbility } from './ability.tsx'
import type { Right } from './access.ts'
import { attemptKey } from './attemptKey.ts'
import { type QueryValue, send } from './client.ts'
import { copied } from './offline/copied.ts'
import { RequestError, readAnswer } from './requestError.ts'
import { currentUser } from './session/session.ts'

export type Route = {
  method: Method
  path: string
  /** What one must be allowed to do; of reading calls only. */
  access?: Right
  creates?: true
  multipart?: true
  paged?: true
  raw?: true
  copied?: 'dated' | 'undated'
}

type Options = {
  signal?: AbortSignal
  /** Files of a multipart call, by field name. */
  files?: Record<string, Blob>
  /** Goes on when the page is left. */
  keepalive?: boolean
  /** The Idempotency-Key of what this device keeps until it is there: the same in every attempt, also after the page was closed. */
  key?: string
}
type Arguments<Input, Rest extends unknown[]> =
  Record<string, never> extends Input ? [input?: Input, ...rest: Partial<Rest>] : [input: Input, ...rest: Partial<Rest>]

export type Call<E extends Endpoint> = {
  (...args: Arguments<InputOf<E>, [options: Options]>): Promise<ResultOf<E>>
  /** Options for useQuery; the key is [feature, call, input]. */
  query(...args: Arguments<InputOf<E>, []>): UseQueryOptions<ResultOf<E>, Error, ResultOf<E>, QueryKey>
}
type Calls<All extends Contract> = { [Name in keyof All]: All[Name] extends Endpoint ? Call<All[Name]> : never }

type Fields = Record<string, unknown>

async function perform(route: Route, input: Fields, options: Options = {}): Promise<unknown> {
  const rest: Fields = { ...input }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const attempt = route.creates && attemptKey(path, rest, currentUser()?.company_id ?? null)
  const sent = send(route.method, path, {
    signal: options.signal,
    keepalive: options.keepalive,
    ...(inQuery
      ? { query: rest as Record<string, QueryValue> }
      : { body: route.multipart ? form(rest, options) : rest }),
    ...(attempt && { headers: { 'Idempotency-Key': options.key ?? attempt.key } }),
  })
  try {
    const answer = await contentOf(route, await sent, options.signal)
    attempt?.answered()
    return answer
  } catch (error) {
    attempt?.failed(error)
    throw error
  }
}

async function contentOf(route: Route, response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (route.raw) return readAnswer(response, () => response.blob(), signal)
  const answer = await readAnswer(response, () => response.json(), signal)
  return route.paged ? { data: answer.data, meta: answer.meta } : answer.data
}

function form(fields: Fields, { files = {} }: Options): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    const sound = withSoundTexts(value)
    body.append(name, typeof sound === 'object' ? JSON.stringify(sound) : String(sound))
  }
  for (const [name, file] of Object.entries(files)) body.append(name, file)
  return body
}

/** Takes note of a call that failed; whoever made it hears of it all the same. */
export type Failed = (name: string, error: unknown) => void

function callOf(feature: string, name: string, route: Route, failed?: Failed) {
  const call = (input: Fields = {}, options?: Options) =>
    perform(route, input, options).catch(error => {
      if (!options?.signal?.aborted) failed?.(name, error)
      throw error
    })
  // A screen may show to one what another may not read: that part of it is refused here, as the server would.
  const read = async (input: Fields, signal: AbortSignal) => {
    if (route.access && !currentAbility()(...route.access)) throw new RequestError({ status: 403, code: 'forbidden' })
    return call(input, { signal })
  }
  const query = (input: Fields = {}) =>
    queryOptions({
      queryKey: [feature, name, input],
      queryFn: ({ signal }) => read(input, signal),
      ...(route.copied && copied(route.copied, signal => read(input, signal))),
    })
  return Object.assign(call, { query })
}

/** The calls of a feature; `web/<feature>/api.ts` makes them from `virtual:endpoints/<feature>`, which its contract is read into when the app is built. */
export const callsOf = <All extends Contract>(
  feature: string,
  routes: Record<string, Route>,
  failed?: Failed,
): Calls<All> =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, callOf(feature, name, route, failed)]),
  ) as unknown as Calls<All>
