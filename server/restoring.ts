/**
 * A restore from the first page, between a stop and a start of tend: nothing that has read the former database serves
 * the restored one. At the port of tend a small server says how far it is.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { RestoreState } from '#shared/accounts/restores.ts'
import { restore } from './lib/backup/restore.ts'
import { noteRestore, type RestoreRequest, refusalOf, restoreFolder, sourceOf } from './lib/backup/restoreRequest.ts'
import type { Config } from './lib/config/config.ts'
import { storageAt } from './lib/files/s3Storage.ts'
import { registerPlugins } from './lib/http/plugins.ts'
import { createServer } from './lib/http/server.ts'
import { isScreen, serveWeb, webFolder } from './lib/http/web.ts'
import { prepareJobs } from './lib/jobs/jobs.ts'
import { sameSecret } from './lib/security/secrets.ts'
import { jobs } from './registry.ts'

/** Restores what was asked, and notes a failure, which leaves everything as it was. */
export async function restoreBetween(config: Config, ownerUrl: string, asked: RestoreRequest): Promise<void> {
  const state: RestoreState = { stage: 'running', done: 0, refusal: null }
  const server = await serveProgress(config, asked.token, state)
  try {
    await restore({
      ...(await sourceOf(config, asked)),
      ownerUrl,
      storage: storageAt(config.files, config.s3),
      prepare: () => prepareJobs(ownerUrl, jobs),
      onProgress: (done, all) => {
        state.done = Math.floor((done / all) * 100)
      },
    })
    await rm(restoreFolder(config), { recursive: true, force: true })
  } catch (error) {
    console.error(`The restore failed, and nothing was changed: ${(error as Error).message}`)
    noteRestore(config, refusalOf(error))
  } finally {
    await server.close()
  }
}

/** The page, and for it how far the restore is. */
async function serveProgress(config: Config, token: string, state: RestoreState) {
  const app = createServer(config)
  await registerPlugins(app, { config })
  app.get('/health', () => ({ status: 'ok', version: config.version }))
  app.get('/api/auth/restore/state', ({ query }, reply) => {
    const given = (query as { token?: unknown }).token
    if (typeof given === 'string' && sameSecret(given, token)) return { data: state }
    return reply.code(404).send({ code: 'not_found' })
  })
  await serveWeb(app)
  app.setNotFoundHandler(({ method, url }, reply) => {
    if (existsSync(webFolder) && isScreen(method, url)) return reply.sendFile('index.html')
    return reply.code(503).header('retry-after', '5').send({ code: 'unavailable' })
  })
  await app.listen({ port: config.port, host: config.host })
  return app
}
