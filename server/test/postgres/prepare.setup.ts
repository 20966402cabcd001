/**
 * One prepared data folder for the whole run, which the tests of the starter copy: to prepare one takes longer than
 * most of them.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../lib/postgres/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    prepared: string
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'tend-prepared-'))
  // PostgreSQL runs as another user when the tests run as root, and must be able to reach its folder.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, durable: false })
  await postgres.stop()
  project.provide('prepared', folder)
  return () => rm(folder, { recursive: true, force: true })
}
