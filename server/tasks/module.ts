import { paperOf } from '../documents/questions.ts'
import type { Module } from '../lib/module.ts'
import { taskOverdue } from './escalation.ts'
import { askForGuideReviews } from './guideReviews.ts'
import { eraseArchivedTasks, followSeries } from './jobs.ts'
import { taskListeners } from './listeners.ts'
import { taskAssigned } from './notices.ts'
import { proofFiles } from './proofFiles.ts'
import { taskRoutes } from './routes.ts'
import { paperOfSheet } from './sheet/sheet.ts'
import { openTasksOfForm } from './tasksOfForm.ts'

export const tasks: Module = {
  routes: taskRoutes,
  jobs: [eraseArchivedTasks, followSeries, askForGuideReviews],
  queryProviders: [paperOf.providedBy(paperOfSheet), openTasksOfForm],
  listeners: taskListeners,
  fileOwners: proofFiles,
  notices: [taskAssigned as never, taskOverdue as never],
}
