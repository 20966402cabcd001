import type { Noun } from '../lib/noun.ts'
import { eraseArchivedRoles } from './jobs.ts'
import { roleRoutes } from './routes.ts'

export const roles: Noun = { routes: roleRoutes, jobs: [eraseArchivedRoles] }
