import { paperOf } from '../documents/questions.ts'
import type { Noun } from '../lib/noun.ts'
import { askForGuideReviews } from './guideReviews.ts'
import { eraseArchivedTasks, followSeries } from './jobs.ts'
import { taskListeners } from './listeners.ts'
import { taskAssigned, taskOverdue } from './notices.ts'
import { proofFiles } from './proofs.ts'
import { taskRoutes } from './routes.ts'
import { paperOfSheet } from './sheet/sheet.ts'
import { openTasksOfForm } from './tasksOfForm.ts'

export const tasks: Noun = {
  routes: taskRoutes,
  jobs: [eraseArchivedTasks, followSeries, askForGuideReviews],
  answers: [paperOf.answeredBy(paperOfSheet), openTasksOfForm],
  listeners: taskListeners,
  fileOwners: proofFiles,
  notices: [taskAssigned as never, taskOverdue as never],
}
