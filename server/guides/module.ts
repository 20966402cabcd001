import { paperOf } from '../documents/ports.ts'
import type { Module } from '../lib/module.ts'
import { guideFileOwners } from './files.ts'
import { eraseArchivedGuides } from './jobs.ts'
import { guideWaits } from './notices.ts'
import { paperOfGuide } from './pdf.ts'
import { guideRoutes } from './routes.ts'

export const guides: Module = {
  routes: guideRoutes,
  jobs: [eraseArchivedGuides],
  queryProviders: [paperOf.providedBy(paperOfGuide)],
  notices: [guideWaits],
  fileOwners: guideFileOwners,
}
