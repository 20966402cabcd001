/** The child process of backUpApart.ts: a backup and the removal of old ones, which calls never wait for. */
import { answerParent } from '../concurrency/answerParent.ts'
import { folderStorage } from '../files/storage.ts'
import { backUp } from './backUp.ts'
import type { BackupSecrets } from './encryption.ts'
import { removeOldSnapshots } from './retention.ts'
import { type Done, doneOf } from './runs.ts'

export type BackupRequest = {
  ownerUrl: string
  /** The folder of the stored files, and the one of the backups. */
  files: string
  folder: string
  version: string
  sealingSecret: string | undefined
  secrets: BackupSecrets
}
export type BackupAnswer = { done: Done; notRemoved?: string } | { failure: string }

answerParent(async ({ files, folder, ...settings }: BackupRequest): Promise<BackupAnswer> => {
  const [storage, target, now] = [folderStorage(files), folderStorage(folder), new Date()]
  try {
    const done = doneOf(await backUp({ ...settings, storage, target, now }))
    const notRemoved = await removeOldSnapshots(target, now).then(
      () => undefined,
      error => (error as Error).message,
    )
    return { done, ...(notRemoved !== undefined && { notRemoved }) }
  } catch (error) {
    return { failure: (error as Error).message }
  }
})
