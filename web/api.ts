/**
 * All calls of tend, typed by their contracts: `api.tasks.list({ page: 2 })` makes the call, `api.tasks.list.query({
 * page: 2 })` is for useQuery, and `api.tasks.key` and `api.tasks.list.key` are the query keys. Nothing is written by
 * hand for a new call: `scripts/endpointsPlugin.ts` takes methods and paths from the contracts.
 */

import endpoints from 'virtual:endpoints'
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { contracts, rarelyCalled } from '#shared/contracts.ts'
import {
  type Contract,
  type Endpoint,
  type InputOf,
  type Method,
  type ResultOf,
  siteHeader,
} from '#shared/lib/contract.ts'
import { withSoundTexts } from '#shared/lib/soundText.ts'
import { currentAbility } from './lib/ability.tsx'
import type { Right } from './lib/access.ts'
import { attemptKey } from './lib/attemptKey.ts'
import { type QueryValue, send } from './lib/client.ts'
import { offlineQuery } from './lib/offline/offlineQuery.ts'
import { RequestError, readAnswer } from './lib/requestError.ts'
import { currentUser } from './lib/session/session.ts'

/** What the browser knows of a call when it runs. */
export type Route = {
  /** With the method after it, such as `/task POST`; GET without one. */
  path: string
  /** The permission that a reading call needs. */
  access?: Right
  creates?: true
  multipart?: true
  paged?: true
  raw?: true
  copied?: 'dated' | 'undated'
  bySite?: true
  failure?: string
}
type Routes = Record<string, Record<string, Route>>

type Options = {
  signal?: AbortSignal
  /** Files of a multipart call, by field name. */
  files?: Record<string, Blob>
  /** Goes on when the page is left. */
  keepalive?: boolean
  /** Narrows the answer to this location. */
  site?: number | null
  /** The Idempotency-Key of an outbox entry: the same in every attempt, also after the page was closed. */
  key?: string
}
type Arguments<Input, Rest extends unknown[]> =
  Record<string, never> extends Input ? [input?: Input, ...rest: Partial<Rest>] : [input: Input, ...rest: Partial<Rest>]

export type Call<E extends Endpoint> = {
  (...args: Arguments<InputOf<E>, [options: Options]>): Promise<ResultOf<E>>
  /** Options for useQuery; the key is [feature, call, input]. */
  query(...args: Arguments<InputOf<E>, []>): UseQueryOptions<ResultOf<E>, Error, ResultOf<E>, QueryKey>
  /**
   * The same at a site, for what people look over (`useSite`); of the whole company without one, and where a site
   * narrows nothing. The key of a site ends with it, so that no answer is taken for that of another.
   */
  at(site: number | null, ...args: Arguments<InputOf<E>, []>): ReturnType<Call<E>['query']>
  /** The key of all answers of this call: [feature, call]. */
  key: QueryKey
}
/** The calls of a feature, and the key of all its answers: [feature]. */
export type Calls<Of extends Contract> = { [Name in keyof Of]: Call<Of[Name]> } & { key: QueryKey }

/** Makes the client from the table of routes. */
export const createApi = <All extends Record<string, Contract>>(routes: Routes) =>
  mapEntries(routes, (feature, calls) => ({
    ...mapEntries(calls, (name, route) => callOf(feature, name, route)),
    key: [feature],
  })) as unknown as { [Feature in keyof All]: Calls<All[Feature]> }

export const api = createApi<Omit<typeof contracts, (typeof rarelyCalled)[number]>>(endpoints)

function callOf(feature: string, name: string, route: Route) {
  const call = (input: Fields = {}, options?: Options) =>
    perform(route, input, options).catch(error => {
      if (route.failure && !options?.signal?.aborted) logFailure(route.failure, error)
      throw error
    })
  // A screen may show to one what another may not read: that part of it is refused here, as the server would.
  const read = async (input: Fields, options: Options) => {
    if (route.access && !currentAbility()(...route.access)) throw new RequestError({ status: 403, code: 'forbidden' })
    return call(input, options)
  }
  const at = (named: number | null, input: Fields = {}) => {
    const site = route.bySite ? named : null
    return queryOptions({
      // As `siteKey` (lib/site.ts) writes it, which this need not load.
      queryKey: [feature, name, input, ...(site ? [{ site }] : [])],
      queryFn: ({ signal }) => read(input, { signal, site }),
      ...(route.copied && offlineQuery(route.copied, signal => read(input, { signal, site }))),
    })
  }
  const query = (input?: Fields) => at(null, input)
  return Object.assign(call, { query, at, key: [feature, name] })
}

type Fields = Record<string, unknown>

/**
 * Makes one call: fields of the path go there, the others into the query of GET and DELETE or into the body. A creation
 * sends an Idempotency-Key, so that a repetition after a lost answer cannot create twice.
 */
async function perform(route: Route, input: Fields, options: Options = {}): Promise<unknown> {
  const [pattern = '', method = 'GET'] = route.path.split(' ') as [string, Method?]
  const rest: Fields = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const inQuery = method === 'GET' || method === 'DELETE'
  const attempt = route.creates && attemptKey(path, rest, currentUser()?.company_id ?? null)
  const sent = send(method, path, {
    signal: options.signal,
    keepalive: options.keepalive,
    ...(inQuery
      ? { query: rest as Record<string, QueryValue> }
      : { body: route.multipart ? form(rest, options) : rest }),
    ...(attempt && { headers: { 'Idempotency-Key': options.key ?? attempt.key } }),
    ...(options.site && route.bySite && { headers: { [siteHeader]: String(options.site) } }),
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

/**
 * Failed calls of messaging and tasks are logged (specification, section 8): a refusal or a lost network is a warning.
 */
function logFailure(failure: string, error: unknown): void {
  const isRefused = error instanceof RequestError && error.status < 500
  console[isRefused ? 'warn' : 'error'](`Failed to ${failure}`, error)
}

function mapEntries<In, Out>(record: Record<string, In>, map: (key: string, value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]))
}
