/** Backups that a running tend makes: in a process of lower priority, because they take minutes of a processor. */
import { startWorkerProcess, type WorkerProcess } from '../concurrency/workerProcess.ts'
import type { BackupAnswer, BackupRequest } from './backupProcess.ts'
import type { Proof } from './runs.ts'

/**
 * Node collects garbage late where it may take much memory. What grows with the number of files is outside of its heap
 * (FileTable.ts), so the heap needs a fraction of this.
 */
const memory = ['--max-semi-space-size=4', '--max-old-space-size=128']

/** Starts the process that makes one backup. */
export const startBackup = () =>
  startWorkerProcess<BackupRequest, BackupAnswer>(new URL('./backupProcess.ts', import.meta.url), memory)

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
  const children = new Set<Pick<WorkerProcess<never, never>, 'stop'>>()
  const inChild = async <Asked extends object, Answer extends object>(
    child: WorkerProcess<Asked, Answer>,
    asked: Asked,
  ) => {
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
    make: () => inChild(startBackup(), requestNow()),
    prove: name => inChild(startWorkerProcess<DrillRequest, Proof>(drillFile), { ...requestNow(), name }),
    stop: async () => void (await Promise.all([...children].map(child => child.stop()))),
  }
}
