import type { Noun } from '../lib/noun.ts'
import { askForGuideReviews } from './guideReviews.ts'
import { eraseArchivedTasks, followSeries } from './jobs.ts'
import { taskListeners } from './listeners.ts'
import { taskAssigned, taskOverdue } from './notices.ts'
import { proofFiles } from './proofs.ts'
import { taskRoutes } from './routes.ts'

export const tasks: Noun = {
  routes: taskRoutes,
  jobs: [eraseArchivedTasks, followSeries, askForGuideReviews],
  listeners: taskListeners,
  fileOwners: proofFiles,
  notices: [taskAssigned as never, taskOverdue as never],
}
