import { sharerOf } from '../../files/questions.ts'
import type { Noun } from '../../lib/noun.ts'
import { eraseEndedShares } from './jobs.ts'
import { shareRoutes } from './routes.ts'
import { identifySharer } from './visiting.ts'

export const shares: Noun = {
  routes: shareRoutes,
  jobs: [eraseEndedShares],
  answers: [sharerOf.answeredBy(identifySharer)],
}
