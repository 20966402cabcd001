import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { describeError, secretPaths } from '../log.ts'
import { trustOf } from '../network/network.ts'

/** The web server without its services, so that they can log through it. */
export function createServer(config: Config): FastifyInstance {
  return Fastify({
    ...(config.tls && { https: { cert: config.tls.cert, key: config.tls.key } }),
    logger: {
      level: config.logLevel,
      redact: { paths: secretPaths, censor: '[secret]' },
      serializers: { req: describeRequest, err: describeError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    // Of calls that count up, the log would tell when one came of which it has no line.
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config),
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 300_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: byContract, buildSerializer: byContract } },
    // A stop finishes what was asked, also on connections that were kept open.
    return503OnClosing: false,
  })
}

/** No route states a shape to the library, which would load two more for it: contracts say what comes and goes. */
const byContract = () => {
  throw new Error('Shapes of calls are stated by their contract.')
}

/** Route patterns, never addresses: those of mails and public forms carry secrets. */
const describeRequest = (request: { method: string; routeOptions?: { url?: string } }) => ({
  method: request.method,
  route: request.routeOptions?.url,
})
