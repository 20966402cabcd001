/**
 * How many sockets each address has. An IPv6 network is one address: whoever has one of it has all of it. Sockets from this machine
 * itself are not counted: they come from a proxy that does not name its clients.
 */
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { networkOf } from '../../http/network.ts'
import type { TrustProxy } from '../../http/trustedProxies.ts'

export class Addresses {
  private readonly sockets = new Map<string, number>()
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Counts one more socket of an address; false, and uncounted, where it has as many as it may. */
  enter(address: string): boolean {
    const network = networkOf(address)
    const count = this.sockets.get(network) ?? 0
    if (isThisMachine(network)) return true
    if (count >= this.limit) return false
    this.sockets.set(network, count + 1)
    return true
  }

  /** Counts a socket that `enter` counted no more. */
  leave(address: string): void {
    const network = networkOf(address)
    const count = this.sockets.get(network) ?? 0
    if (count > 1) this.sockets.set(network, count - 1)
    else this.sockets.delete(network)
  }
}

/** Where a request comes from, by the same rule as everywhere: a proxy is believed where the settings say so. */
export const addressOf = (request: IncomingMessage, trustProxy: TrustProxy | false): string =>
  (trustProxy ? proxyAddr(request, trustProxy) : request.socket.remoteAddress) ?? ''

const isThisMachine = (network: string) => network === '0:0:0:0' || network.startsWith('127.')
