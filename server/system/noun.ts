import type { Noun } from '../lib/noun.ts'
import { systemRoutes } from './routes.ts'

export const system: Noun = { routes: systemRoutes }
