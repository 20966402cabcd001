import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hold } from './holding.ts'

/** A new folder for one measurement; it is removed when disposed of. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'tend-bench-')))
  // PostgreSQL runs as another user when the bench runs as root, and must be able to reach its folder.
  await chmod(path, 0o755)
  return { path, ...hold(() => rm(path, { recursive: true, force: true })) }
}

/** The folder of a measurement whose preparation takes minutes: always the same one, and it stays. */
export async function keptFolder(name: string): Promise<string> {
  const path = join(await realpath(tmpdir()), `tend-bench-${name}`)
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
  return path
}
