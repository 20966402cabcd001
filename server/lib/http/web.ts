import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { serverPaths } from '#shared/lib/contract.ts'
import { answerFromMemory } from './staticCache.ts'

export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The built browser application; every address that is none of the server's own is a screen of it. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(webFolder)) return
  const fromMemory = answerFromMemory(webFolder)
  app.addHook('onRoute', route => {
    if (route.url === '/*') route.preHandler = fromMemory
  })
  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: true,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Whether an address belongs to the browser application. */
export const isScreen = (method: string, url: string) => method === 'GET' && !serverPaths.test(url)
