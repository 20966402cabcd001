/** The child process of archiver.ts that finds the public key to which backups are encrypted. */
import { answerParent } from '../concurrency/answerParent.ts'
import { type S3Settings, storageAt } from '../files/s3Storage.ts'
import { type BackupSecrets, recipientOf } from './encryption.ts'

export type RecipientRequest = { folder: string; s3: S3Settings | undefined; secrets: BackupSecrets }
export type RecipientAnswer = { recipient: string } | { failure: string }

answerParent(async ({ folder, s3, secrets }: RecipientRequest): Promise<RecipientAnswer> => {
  try {
    const recipient = await recipientOf(storageAt(folder, s3), secrets)
    return recipient ? { recipient } : { failure: 'Backups are not encrypted.' }
  } catch (error) {
    return { failure: (error as Error).message }
  }
})
