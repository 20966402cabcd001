import type { Noun } from '../lib/noun.ts'
import { forgetLinks } from './commands.ts'
import { actionRoutes } from './routes.ts'

export const actions: Noun = { routes: actionRoutes, jobs: [forgetLinks] }
