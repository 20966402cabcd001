/** A tend with its own PostgreSQL on one folder and one port, which is killed and comes back. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchTend, type TendProcess } from '../nodes/tends.ts'

export const targets = ['server', 'PostgreSQL', 'both'] as const
type Target = (typeof targets)[number]

export type Victim<Target extends string> = {
  dataDir: string
  origin(): string
  databaseUrl(): string
  /** Kills it with SIGKILL. A dead server is started again; PostgreSQL alone must come back by itself. */
  kill(target: Target): Promise<void>
  /** Resolves when the next kill may come; without it that is always. */
  ready?(): Promise<void>
}

export async function startVictim(): Promise<Victim<Target> & { remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tend-kills-'))
  // PostgreSQL runs as another user when the tests run as root, and must be able to reach its folder.
  chmodSync(dataDir, 0o755)
  const launch = (port: number) => launchTend({ DATA_DIR: dataDir, PORT: String(port) })
  let tend: TendProcess = await launch(0)
  const { port } = tend
  const processFile = () => join(tend.cluster, 'postmaster.pid')
  const killPostgres = () => process.kill(Number(readFileSync(processFile(), 'utf8').split('\n')[0]), 'SIGKILL')
  return {
    dataDir,
    origin: () => `http://127.0.0.1:${port}`,
    databaseUrl: () => tend.databaseUrl,
    kill: async target => {
      if (target !== 'server') killPostgres()
      if (target === 'PostgreSQL') return
      await tend.kill()
      tend = await launch(port)
    },
    remove: async () => {
      await tend.stop()
      // It ends with a server that did not come back, a moment later.
      while (existsSync(processFile())) await delay(20)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
