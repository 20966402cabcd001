/** The child process that proves a backup (lib/backup/drill.ts). It knows all of tend, so it lies beside the start. */
import { useCopy } from './drill.ts'
import type { DrillRequest } from './lib/backup/backUpApart.ts'
import { drill } from './lib/backup/drill.ts'
import type { Proof } from './lib/backup/runs.ts'
import { answerParent } from './lib/concurrency/answerParent.ts'
import { storageAt } from './lib/files/s3Storage.ts'
import { prepareJobs } from './lib/jobs/jobs.ts'
import { jobs } from './registry.ts'

answerParent(
  ({ folder, s3, databaseFolder, version, sealingSecret, ...asked }: DrillRequest): Promise<Proof> =>
    drill({
      ...{ ...asked, folder: databaseFolder, target: storageAt(folder, s3) },
      prepare: url => prepareJobs(url, jobs),
      use: (url, storage) => useCopy({ ownerUrl: url, storage, version, sealingSecret }),
    }),
)
