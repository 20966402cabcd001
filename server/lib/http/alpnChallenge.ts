/**
 * TLS-ALPN-01 (RFC 8737): while a challenge is open, connections that ask for the protocol `acme-tls/1` get the
 * certificate that answers it, at the port of https. All others are served as usual.
 */
import type { Server as NetServer, Socket } from 'node:net'
import { createSecureContext, createServer, type SecureContext } from 'node:tls'
import type { Challenge } from './acme.ts'

const protocol = 'acme-tls/1'
/** For the first words of a connection. */
const helloMs = 10_000

/** Looks at the first words of connections while `challenges` has some. */
export function answerAlpn(server: NetServer, challenges: () => Challenge[]): void {
  const own = createServer({ ALPNProtocols: [protocol], SNICallback: (name, done) => void contextFor(name, done) })
  own.on('secureConnection', socket => socket.end())
  own.on('tlsClientError', (_, socket) => socket.destroy())
  const contextFor = async (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    const found = open().find(one => one.name === name.toLowerCase())
    if (!found) return done(new Error('No challenge is open for this name.'))
    const { crypto } = (await import('acme-client')).default
    const identifier = { type: 'dns', value: found.name }
    const ownKey = await crypto.createPrivateEcdsaKey()
    const [key, cert] = await crypto.createAlpnCertificate({ identifier } as never, found.keyAuthorization, ownKey)
    done(null, createSecureContext({ key, cert }))
  }
  const open = () => challenges().filter(({ type }) => type === 'tls-alpn-01')
  const usual = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  const pass = (socket: Socket) => {
    for (const listener of usual) listener.call(server, socket)
  }
  server.on('connection', (socket: Socket) => {
    if (open().length === 0) return pass(socket)
    const tooSlow = setTimeout(() => socket.destroy(), helloMs)
    const end = () => clearTimeout(tooSlow)
    socket.once('close', end).once('error', end)
    socket.once('data', (hello: Buffer) => {
      end()
      socket.pause()
      socket.unshift(hello)
      if (hello.includes(protocol)) own.emit('connection', socket)
      else pass(socket)
    })
  })
}
