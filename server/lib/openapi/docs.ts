/** /api/openapi.json, and a page to browse it. */
import { readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { packageFile } from '../packageFiles.ts'
import type { Json } from './shapes.ts'

const browsingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>tend API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="preload" href="/api/openapi.json" as="fetch" crossorigin></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`

const startScript = readFileSync(new URL('docsPage.js', import.meta.url))

/** The description is made when it is first asked for: most servers are never asked, and it is large. */
export async function serveDescription(app: FastifyInstance, describe: () => Json): Promise<void> {
  let description: Json | undefined
  app.get('/api/openapi.json', () => {
    description ??= describe()
    return description
  })
  app.get('/api/docs', (_, reply) => reply.type('text/html').send(browsingPage))
  app.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(startScript))
  await app.register(fastifyStatic, {
    root: packageFile('swagger-ui-dist'),
    prefix: '/api/docs/',
    decorateReply: false,
    wildcard: false,
    globIgnore: [
      '**/*.map',
      '**/*.html',
      '**/package.json',
      '**/README.md',
      '**/*es-bundle*',
      '**/swagger-initializer.js',
    ],
  })
}
