import type { Noun } from '../lib/noun.ts'
import { eraseArchivedGuides } from './jobs.ts'
import { guideRoutes } from './routes.ts'

export const guides: Noun = { routes: guideRoutes, jobs: [eraseArchivedGuides] }
