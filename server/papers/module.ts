import type { Module } from '../lib/module.ts'
import { paperFiles } from './files.ts'
import { eraseArchivedPapers, paperEndings, paperEnds } from './jobs.ts'
import { paperRoutes } from './routes.ts'

export const papersModule: Module = {
  routes: paperRoutes,
  jobs: [eraseArchivedPapers, paperEndings],
  notices: [paperEnds],
  fileOwners: paperFiles,
}
