import { paperOf } from '../documents/questions.ts'
import type { Noun } from '../lib/noun.ts'
import { guideFileOwners } from './files.ts'
import { eraseArchivedGuides } from './jobs.ts'
import { guideWaits } from './notices.ts'
import { paperOfGuide } from './pdf.ts'
import { guideRoutes } from './routes.ts'

export const guides: Noun = {
  routes: guideRoutes,
  jobs: [eraseArchivedGuides],
  answers: [paperOf.answeredBy(paperOfGuide)],
  notices: [guideWaits],
  fileOwners: guideFileOwners,
}
