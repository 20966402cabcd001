import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hasEnded, postmasterOf, preparedFolder } from '../../test/postgres/clusters.ts'
import { isRunning } from './postmaster.ts'

vi.setConfig({ testTimeout: 60_000 })

type Stoppable = { child: ChildProcess; pid: number; postmaster: number; said: string[]; exit: Promise<unknown[]> }

/** A tend whose requests take so long to finish. */
async function tend({ requestsMs = 400 } = {}): Promise<Stoppable> {
  const fixture = join(import.meta.dirname, '../../test/postgres/stopping.fixture.ts')
  const child = spawn(process.execPath, [fixture, preparedFolder(), String(requestsMs)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const said: string[] = []
  const lines = createInterface(child.stdout)
  const [first] = await once(lines, 'line')
  lines.on('line', line => said.push(line))
  const postmaster = postmasterOf(JSON.parse(first))
  onTestFinished(() => {
    if (isRunning(postmaster)) process.kill(postmaster, 'SIGINT')
  })
  return { child, pid: child.pid ?? 0, postmaster, said, exit }
}

test('a signal twice is one wish: requests finish and PostgreSQL is stopped', async () => {
  const { child, postmaster, said, exit } = await tend()
  child.kill('SIGTERM')
  await vi.waitFor(() => expect(said).toContain('Stopping …'))
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(said).toContain('Stopped.')
  await hasEnded(postmaster)
})

test('SIGINT and then SIGTERM, and a terminal that closes, stop everything', async () => {
  const { child, postmaster, exit } = await tend()
  child.kill('SIGINT')
  await delay(50)
  child.kill('SIGTERM')
  child.kill('SIGHUP')
  expect(await exit).toEqual([0, null])
  await hasEnded(postmaster)
})

test('a signal to the whole group, which npm passes on once more, stops everything', async () => {
  const { child, pid, postmaster, exit } = await tend()
  process.kill(-pid, 'SIGTERM')
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  await hasEnded(postmaster)
})

test('asking again after ten seconds stops at once without waiting for requests, PostgreSQL too', async () => {
  const { child, postmaster, said, exit } = await tend({ requestsMs: 60_000 })
  child.kill('SIGTERM')
  await vi.waitFor(() => expect(said).toContain('Stopping …'))
  await vi.waitFor(
    () => {
      child.kill('SIGTERM')
      expect(child.exitCode).toBe(1)
    },
    { timeout: 30_000, interval: 500 },
  )
  await exit
  await hasEnded(postmaster)
})

test('a reader of what is said who is gone does not end tend before its database', async () => {
  const { child, postmaster, exit } = await tend()
  child.stdout?.destroy()
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  await hasEnded(postmaster)
})

test.skipIf(process.platform === 'win32')(
  'a tend that is killed takes PostgreSQL with it, alone or with its group',
  async () => {
    for (const whom of ['itself', 'group']) {
      const { pid, postmaster, exit } = await tend()
      process.kill(whom === 'group' ? -pid : pid, 'SIGKILL')
      await exit
      await hasEnded(postmaster)
    }
  },
)
