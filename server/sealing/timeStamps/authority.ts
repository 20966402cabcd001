/**
 * Asks a time stamp authority (RFC 3161, over HTTP) to say that it saw a hash. Its address comes from the operator of
 * this tend, and yet it is called with care: only out there where it is not allowed otherwise, redirects are not
 * followed, and what is answered is bounded in size and time.
 */
import { randomBytes } from 'node:crypto'
import { request as askPlainly } from 'node:http'
import { request as askSecurely } from 'node:https'
import { isIP } from 'node:net'
import { stampOf } from '#shared/sealing/timeStamps/checkToken.ts'
import { derOf, partAt, partsOf, tags } from '#shared/sealing/timeStamps/der.ts'
import { isPublicAddress } from '../../lib/network/network.ts'
import { guardedLookup } from '../../lib/security/guardedLookup.ts'

export type Authority = {
  url: string
  /** Whether it may be on this machine or in its network. */
  isOwn: boolean
  timeLimitMs?: number
}

/** Tokens with their certificates have a few thousand bytes. */
const maxBytes = 64 * 1024
const usualTimeLimitMs = 20_000

export type Stamped = { token: Buffer; stampedAt: Date; authority: string }

/** A token for this hash (SHA-256, hex) that holds. Rejects with the reason where none came of it. */
export async function stampedBy(authority: Authority, hash: string): Promise<Stamped> {
  // Positive, and always as long.
  const nonce = randomBytes(8)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const answer = partsOf(derOf(new Uint8Array(await ask(authority, requestFor(hash, nonce)))))
  const status = partAt(partsOf(partAt(answer, 0, tags.sequence)), 0, tags.integer).content
  const token = answer[1]
  // 0 granted, 1 granted otherwise than asked.
  if (status.length !== 1 || (status[0] ?? 2) > 1 || !token) throw new Error('The time stamp authority refused.')
  const stamp = await stampOf(token.whole, hash)
  if (stamp.nonce !== nonce.toString('hex')) throw new Error('The time stamp answers another request.')
  return { token: Buffer.from(token.whole), stampedAt: new Date(stamp.stampedAt), authority: stamp.authority }
}

/** Version 1, the hash and its kind, the nonce, and that its certificates shall come with it. */
const requestFor = (hash: string, nonce: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('30430201013031300d060960864801650304020105000420', 'hex'),
    Buffer.from(hash, 'hex'),
    Buffer.from('0208', 'hex'),
    nonce,
    Buffer.from('0101ff', 'hex'),
  ])

function ask({ url, isOwn, timeLimitMs = usualTimeLimitMs }: Authority, body: Buffer): Promise<Buffer> {
  const { protocol, hostname } = new URL(url)
  const isAllowed = isOwn ? () => true : isPublicAddress
  const refusal = () => 'The time stamp authority is not out there.'
  const address = hostname.replace(/^\[|\]$/g, '')
  // An address is not looked up.
  if (isIP(address) !== 0 && !isAllowed(address)) return Promise.reject(new Error(refusal()))
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    'content-length': body.length,
  }
  const options = {
    method: 'POST',
    headers,
    agent: false,
    lookup: guardedLookup({ isAllowed, refusal, isOwn }),
    signal: AbortSignal.timeout(timeLimitMs),
  }
  return new Promise((answered, failed) => {
    const asking = (protocol === 'https:' ? askSecurely : askPlainly)(url, options, response => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > maxBytes) response.destroy(new Error('The answer of the time stamp authority is too long.'))
        else parts.push(part)
      })
      response.on('error', failed)
      response.on('end', () => {
        const isReply = /^application\/timestamp-reply\b/i.test(response.headers['content-type'] ?? '')
        if (response.statusCode === 200 && isReply) answered(Buffer.concat(parts))
        else failed(new Error(`The time stamp authority answered ${response.statusCode}.`))
      })
    })
    asking.on('error', failed)
    asking.end(body)
  })
}
