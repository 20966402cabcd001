/**
 * Who may use the HTTP API: whoever has the secret signs method, path, query and body. A signature is good for ten minutes before
 * and after its time.
 */
import { createHash } from 'node:crypto'
import { type App, sameSignature, signature } from '../grants/signatures.ts'
import { ApiError } from './apiError.ts'

export type ApiRequest = {
  method: string
  /** as it was sent, without the query */
  path: string
  query: URLSearchParams
  params: Record<string, string>
  body: string
}

const GOOD_FOR_SECONDS = 600

/** Throws ApiError where a request is not signed as it must be. */
export function requireSignature(request: ApiRequest, { appId, key, secret }: App & { appId: string }): void {
  const query = new Map([...request.query].map(([name, value]) => [name.toLowerCase(), value]))
  const given = (name: string) => query.get(name) ?? ''
  if (request.params.app !== appId) throw new ApiError(404, 'Unknown app')
  if (query.size !== request.query.size) throw new ApiError(400, 'A parameter was given twice')
  if (given('auth_version') !== '1.0') throw new ApiError(401, 'Only auth_version 1.0 is known')
  if (!sameSignature(key, given('auth_key'))) throw new ApiError(401, 'Unknown auth_key')
  if (!isRecent(given('auth_timestamp'))) {
    throw new ApiError(401, `auth_timestamp must be within ${GOOD_FOR_SECONDS} seconds of the server's time`)
  }
  const signed = [request.method, request.path, signedQuery(query)].join('\n')
  if (!sameSignature(signature(secret, signed), given('auth_signature'))) throw new ApiError(401, 'Invalid signature')
  // The signature covers the body by its hash alone.
  if (request.body !== '' && !sameSignature(createHash('md5').update(request.body).digest('hex'), given('body_md5'))) {
    throw new ApiError(401, 'body_md5 does not match the body')
  }
}

/** Sorted by name, names in lower case, nothing escaped. */
function signedQuery(query: Map<string, string>): string {
  return [...query]
    .filter(([name]) => name !== 'auth_signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function isRecent(timestamp: string): boolean {
  return /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= GOOD_FOR_SECONDS
}
