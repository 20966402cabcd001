/** The child process of backUpApart.ts: a backup and the removal of old ones, which calls never wait for. */
import { answerParent } from '../concurrency/answerParent.ts'
import { type S3Settings, storageAt } from '../files/s3Storage.ts'
import { backUp } from './backUp.ts'
import { backUpBase } from './baseBackup.ts'
import type { BackupSecrets } from './encryption.ts'
import { removeOldSnapshots } from './retention.ts'
import { type Done, doneOf } from './runs.ts'

export type BackupRequest = {
  ownerUrl: string
  /** Where the stored files are, and where the backups go: folders or addresses in an S3. */
  files: string
  folder: string
  s3: S3Settings | undefined
  version: string
  sealingSecret: string | undefined
  secrets: BackupSecrets
  /** The data folder of the PostgreSQL whose log is kept, which is then copied too. */
  continuous: string | null
}
export type BackupAnswer = { done: Done; notRemoved?: string } | { failure: string }

answerParent(async ({ files, folder, s3, continuous, ...settings }: BackupRequest): Promise<BackupAnswer> => {
  const now = new Date()
  try {
    const [storage, target] = [storageAt(files, s3), storageAt(folder, s3)]
    const done = doneOf(await backUp({ ...settings, storage, target, now }))
    const { ownerUrl, secrets } = settings
    if (continuous) await backUpBase({ ownerUrl, dataDir: continuous, target, secrets, name: done.name })
    const notRemoved = await removeOldSnapshots(target, now).then(
      () => undefined,
      error => (error as Error).message,
    )
    return { done, ...(notRemoved !== undefined && { notRemoved }) }
  } catch (error) {
    return { failure: (error as Error).message }
  }
})
