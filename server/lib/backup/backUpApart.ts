/** Backups that a running tend makes: in a process of lower priority, because they take minutes of a processor. */
import { startWorkerProcess, type WorkerProcess } from '../concurrency/workerProcess.ts'
import type { BackupAnswer, BackupRequest } from './backupProcess.ts'

/** Far longer than a full disk's worth of files takes. */
const timeLimitMs = 11 * 3600_000

export type Backups = {
  /** Makes one, and removes old ones. Throws WorkerProcessError `stopped` where tend stops. */
  make(): Promise<BackupAnswer>
  /** Breaks off the running backup, which then does not count as one. */
  stop(): Promise<void>
}

export function backupsOf(request: BackupRequest): Backups {
  let child: WorkerProcess<BackupRequest, BackupAnswer> | undefined
  return {
    make: async () => {
      child = startWorkerProcess<BackupRequest, BackupAnswer>(new URL('./backupProcess.ts', import.meta.url))
      try {
        return await child.ask(request, timeLimitMs)
      } finally {
        // Its memory is for one backup a day.
        await child.stop()
        child = undefined
      }
    },
    stop: async () => child?.stop(),
  }
}
