import type { Noun } from '../lib/noun.ts'
import { roleRoutes } from './routes.ts'

export const roles: Noun = { routes: roleRoutes }
