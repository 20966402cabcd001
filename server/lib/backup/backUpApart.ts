/** Backups that a running tend makes: in a process of lower priority, because they take minutes of a processor. */
import { startWorkerProcess, type WorkerProcess } from '../concurrency/workerProcess.ts'
import type { BackupAnswer, BackupRequest } from './backupProcess.ts'
import type { Proof } from './runs.ts'

/** Far longer than a full disk's worth of files takes. */
const timeLimitMs = 11 * 3600_000

export type Backups = {
  /** Makes one, and removes old ones. Throws WorkerProcessError `stopped` where tend stops. */
  make(): Promise<BackupAnswer>
  /** Restores a backup of that name into a second database, and compares. Throws like `make`. */
  prove(name: string): Promise<Proof>
  /** Breaks off what runs. A broken backup does not count as one, a broken drill is made again. */
  stop(): Promise<void>
}

/** What a drill is asked for. */
export type DrillRequest = BackupRequest & { name: string; databaseFolder: string | null }

/**
 * `requestNow` says where backups go at that moment. `drillFile` is the child process that knows all of tend, because
 * it uses what it restored.
 */
export function backupsOf(
  requestNow: () => BackupRequest & { databaseFolder: string | null },
  drillFile: URL,
): Backups {
  const children = new Set<WorkerProcess<object, object>>()
  const inChild = async <Answer extends object>(file: URL, asked: object) => {
    const child = startWorkerProcess<object, Answer>(file)
    children.add(child)
    try {
      return await child.ask(asked, timeLimitMs)
    } finally {
      // Its memory is for one backup a day.
      await child.stop()
      children.delete(child)
    }
  }
  return {
    make: () => inChild<BackupAnswer>(new URL('./backupProcess.ts', import.meta.url), requestNow()),
    prove: name => inChild<Proof>(drillFile, { ...requestNow(), name } satisfies DrillRequest),
    stop: async () => void (await Promise.all([...children].map(child => child.stop()))),
  }
}
