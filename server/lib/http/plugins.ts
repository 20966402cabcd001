import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { Problem } from '#shared/lib/problem.ts'
import type { Services } from '../context.ts'
import { boundBodies } from './bodies.ts'
import { compression } from './compression.ts'
import { readJsonBodies } from './jsonBody.ts'

/** What every answer goes through: headers, compression, cookies, bodies, the log. */
export async function registerPlugins(app: FastifyInstance, { config }: Pick<Services, 'config'>): Promise<void> {
  // Made once, because the plugin of Fastify builds the whole policy for each answer.
  const writeHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config.map?.tiles) },
    hsts: config.tls ? { maxAge: 31_536_000 } : false,
  })
  app.addHook('onRequest', (request, reply, next) => writeHeaders(request.raw, reply.raw, next as () => void))
  await app.register(fastifyCompress, compression)
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  readJsonBodies(app)
  // Without a reader of its own, plain text is refused as what no call reads.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (request, body, done) => {
      if (body !== '' && !request.routeOptions.config.takesForms) return done(new Problem('wrong_content_type'))
      const fields = [...new URLSearchParams(body as string)]
      const named = new Map(fields)
      // Which of two fields of one name counts is nothing to guess at where rights hang on it.
      if (named.size < fields.length) return done(new Problem('malformed'))
      done(null, Object.fromEntries(named))
    },
  )
  // No address of ours has one, and neither the database nor the file system takes it.
  app.addHook('onRequest', ({ url }, _, next) => next(url.includes('%00') ? new Problem('malformed') : undefined))
  boundBodies(app)
  app.addHook('onSend', (request, reply, _, next) => {
    if (request.url.startsWith('/api/')) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      // By it the lines of the log are found that belong to an answer.
      reply.header('x-request-id', request.id)
    }
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    if (isCall(request))
      request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    next()
  })
}

/**
 * Whether a request is a call. Pages and what they load are neither logged nor counted: one without a call after it
 * would say that somebody came to a reporting channel.
 */
export function isCall({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && !url.includes('*')
}

/** What pages may load: nothing from elsewhere but the pictures for maps, where the settings name some. */
const contentPolicy = (tiles: string | undefined) => ({
  'default-src': ["'self'"],
  // The locks of shared devices are computed by WebAssembly of ours; JavaScript made of texts stays forbidden.
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  // Mantine writes its theme's variables into a style element.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:', ...(tiles ? [new URL(tiles).origin] : [])],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
})
