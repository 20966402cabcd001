/** A certificate that is replaced on the disk is taken without a restart, as renewing programs expect. */
import { createSecureContext } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { type Config, readTls } from '../config/config.ts'

/** How often the files are checked. */
const everyMs = 60_000

/**
 * Watches the files of the certificate until the server closes. A pair that does not fit, as in the moment between the
 * two writes, is left alone; the old one stays and the log says why once. Returns a function that looks at once.
 */
export function renewTls(app: FastifyInstance, config: Config, lookEveryMs = everyMs): () => void {
  if (!config.tls) return () => {}
  const server = app.server as typeof app.server & { setSecureContext(tls: { cert: Buffer; key: Buffer }): void }
  let loggedReason = ''
  const look = () => {
    const { tls } = config
    if (!tls) return
    try {
      const found = readTls(tls.files.cert, tls.files.key)
      if (!found || (found.cert.equals(tls.cert) && found.key.equals(tls.key))) return
      createSecureContext({ cert: found.cert, key: found.key })
      server.setSecureContext({ cert: found.cert, key: found.key })
      config.tls = found
      loggedReason = ''
      app.log.warn('The certificate was renewed')
    } catch (error) {
      const reason = (error as Error).message
      if (reason !== loggedReason) app.log.error({ reason }, 'The new certificate cannot be used; the old one stays')
      loggedReason = reason
    }
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return look
}
