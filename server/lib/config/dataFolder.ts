import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/**
 * Makes the data folder and marks one that is for a demo. Throws when a folder with a demo's well-known accounts would
 * be used for real work, or the other way round.
 */
export function claimDataFolder({ dataDir, demo }: Config): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const marker = join(dataDir, 'kind')
  const kind = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : null
  if (kind === null) writeFileSync(marker, demo ? 'demo\n' : 'production\n')
  else if (kind === 'demo' && !demo)
    throw new Error(`${dataDir} holds a demo, with accounts that are no secret. Choose another DATA_DIR for real work.`)
  else if (kind === 'production' && demo)
    throw new Error(`${dataDir} holds real work. Choose another DATA_DIR for the demo.`)
}
