/**
 * Hands messages to the push services of browsers. The address comes from whoever subscribes, so it is believed in nothing: https at the
 * usual port of a host by name, which stands on a public address at the moment of the connection; what is answered is not followed.
 */
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { guardedLookup } from '../security/guardedLookup.ts'
import { encryptPush, type PushKeys } from './encrypt.ts'
import { HostTurns } from './HostTurns.ts'
import { isPublicAddress } from './publicAddress.ts'
import { vapidAuthorization } from './vapid.ts'

export type PushTarget = PushKeys & { endpoint: string }
export type PushMessage = { content: string; isUrgent: boolean }
/** The service's answer; it says nothing of what went wrong that would help. */
export type PushSender = { send(target: PushTarget, message: PushMessage, now: Date): Promise<number>; close(): void }

/** For a day: what is older is in the list anyway. */
const timeToLive = 24 * 3600
/** From the look-up of the name to the end of the answer; push services take a part of a second. */
const timeLimitMs = 5_000
export const longestEndpoint = 1000

type Settings = {
  serverKey: Buffer
  /** Where the operator is reached: an address of the web or of mail. */
  contact: string
  isAllowed?: (address: string) => boolean
  /** For tests, which have their push service on this machine: where every name leads, and whom it says that it is. */
  standIn?: { address: string; port: number; ca: Buffer; servername: string }
}

/** Whether a browser's push address is one that may be called at all. */
export function isPushEndpoint(endpoint: string): boolean {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isName = hostname.includes('.') && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const isOwn = /\.(local|localhost|internal|lan|home|corp|intranet|arpa)\.?$/i.test(hostname)
  return protocol === 'https:' && port === '' && !username && !password && isName && !isOwn
}

export function createPushSender(settings: Settings): PushSender {
  const { serverKey, contact, isAllowed = isPublicAddress, standIn } = settings
  const refusal = (hostname: string) => `${hostname} is no push service out there`
  const lookup = guardedLookup({ isAllowed, refusal, standIn: standIn?.address })
  const { port = 443, ca, servername } = standIn ?? {}
  const trusted = { ...(ca && { ca }), ...(servername && { servername }) }
  const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: timeLimitMs, lookup, ...trusted })
  const hosts = new HostTurns()
  return {
    send(target, { content, isUrgent }, now) {
      if (!isPushEndpoint(target.endpoint)) return Promise.reject(new Error('That is no address of a push service'))
      const body = encryptPush(Buffer.from(content), target)
      const { hostname, pathname, search } = new URL(target.endpoint)
      const headers = {
        ttl: timeToLive,
        urgency: isUrgent ? 'high' : 'normal',
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        authorization: vapidAuthorization(serverKey, target.endpoint, contact, now),
      }
      const call = () =>
        new Promise<number>((answered, failed) => {
          const signal = AbortSignal.timeout(timeLimitMs)
          const sending = request(
            { hostname, port, path: pathname + search, method: 'POST', agent, headers, signal },
            response => {
              response.resume()
              response.on('end', () => answered(response.statusCode ?? 0))
              response.on('error', failed)
            },
          )
          sending.on('error', error =>
            failed(signal.aborted ? new Error('The push service does not answer', { cause: error }) : error),
          )
          sending.end(body)
        })
      return hosts.call(hostname, call)
    },
    close: () => agent.destroy(),
  }
}
