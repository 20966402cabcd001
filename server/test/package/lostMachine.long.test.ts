/** A machine that dies and is lost with its data folder: the log beside the backups brings back all but a minute. */
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listLog } from '../../lib/backup/log.ts'
import { folderStorage } from '../../lib/files/storage.ts'
import { folder, start } from './installed.ts'
import { pidsOf, runningTend } from './unpacked.ts'

const minute = 60_000

test(
  'a tend that is killed and whose folder is destroyed comes back with all that is older than a minute',
  async () => {
    const backups = await folder()
    const { command, env, asked, write, names, expectAll } = await runningTend({
      BACKUP_DIR: backups,
      BACKUP_HOUR: '3',
    })
    const target = folderStorage(backups)
    // The first piece of the log begins it.
    await expect.poll(async () => (await listLog(target)).pieces.length, { timeout: 3 * minute }).toBeGreaterThan(0)
    const end = write('before')
    expect((await asked('backup')).code).toBe(0)
    // Only what is older than a minute is promised.
    const old = () => names.filter(({ at }) => at < Date.now() - 1.3 * minute).length
    await expect.poll(old, { timeout: 3 * minute }).toBeGreaterThan(10)
    for (const pid of await pidsOf(env.DATA_DIR)) process.kill(pid, 'SIGKILL')
    const killedAt = Date.now()
    await rm(env.DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
    const at = new Date(killedAt - 1.2 * minute)

    env.DATA_DIR = await folder()
    const then = await asked('restore', '--at', at.toISOString())
    expect([then.code, then.stderr]).toEqual([0, ''])
    expect(Date.parse(JSON.parse(then.stdout).until)).toBeLessThanOrEqual(at.getTime())

    env.DATA_DIR = await folder()
    expect((await asked('restore', '--at', 'latest')).code).toBe(0)
    const known = names.length
    await start(command, env)
    await end()
    const before = names.slice(0, known)
    expect(before.length).toBeGreaterThan(10)
    await expectAll(killedAt - minute)
  },
  20 * minute,
)
