/**
 * A `fetch` for addresses that people of tend set and that are not trusted: https and a public address unless the
 * platform's administrator allowed a private one, no redirects, and bounds of time and size.
 */
import { request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from '../network/network.ts'
import { guardedLookup } from './guardedLookup.ts'

/** From the look-up of the name to the end of the answer. */
const timeLimitMs = 5_000
/** Keys and descriptions of providers have some kilobytes. */
export const maxAnswerBytes = 262_144

/** Why nothing was asked, or no whole answer came. */
export class GuardedFetchError extends Error {
  override name = 'GuardedFetchError'
}

type Options = {
  method?: string | undefined
  headers?: Record<string, string> | Headers | undefined
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** A fetch that may call private addresses, and these by plain http, or none of them. */
export const guardedFetch =
  ({ isPrivate }: { isPrivate: boolean }) =>
  (address: string | URL, { method = 'GET', headers, body }: Options = {}): Promise<Response> => {
    const url = new URL(address)
    const isAllowed = isPrivate ? () => true : isPublicAddress
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const refusal = (name: string) => `${name} has no public address`
    if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:'))
      return Promise.reject(new GuardedFetchError('The address has to begin with https'))
    if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(new GuardedFetchError(refusal(host)))
    return call(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      content: body === undefined || body === null ? null : String(body),
      lookup: guardedLookup({ isAllowed, refusal, isOwn: isPrivate }),
    })
  }

type Call = {
  method: string
  headers: Record<string, string>
  content: string | null
  lookup: ReturnType<typeof guardedLookup>
}

const call = (url: URL, { method, headers, content, lookup }: Call) =>
  new Promise<Response>((answered, failed) => {
    const signal = AbortSignal.timeout(timeLimitMs)
    const fail = (cause: Error) =>
      failed(new GuardedFetchError(signal.aborted ? 'No answer within five seconds' : cause.message, { cause }))
    const send = url.protocol === 'https:' ? encrypted : plain
    const length = content === null ? {} : { 'content-length': String(Buffer.byteLength(content)) }
    // An agent would keep the connection to an address that was allowed before the settings changed.
    const sending = send(
      url,
      { method, headers: { ...headers, ...length }, lookup, signal, agent: false },
      response => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxAnswerBytes) return response.destroy(new Error('The answer is too large'))
          parts.push(part)
        })
        response.on('end', () => {
          const status = response.statusCode ?? 0
          const isEmpty = [101, 204, 205, 304].includes(status)
          answered(
            new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: headersOf(response.headers) }),
          )
        })
        response.on('error', fail)
      },
    )
    sending.on('error', fail)
    sending.end(content ?? undefined)
  })

const headersOf = (found: NodeJS.Dict<string | string[]>) =>
  Object.entries(found).flatMap(([name, value]) => [value ?? []].flat().map(one => [name, one] as [string, string]))
