import type { Noun } from '../lib/noun.ts'
import { guideFileOwners } from './files.ts'
import { eraseArchivedGuides } from './jobs.ts'
import { guideWaits } from './notices.ts'
import { guideRoutes } from './routes.ts'

export const guides: Noun = {
  routes: guideRoutes,
  jobs: [eraseArchivedGuides],
  notices: [guideWaits],
  fileOwners: guideFileOwners,
}
