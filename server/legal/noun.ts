import type { Noun } from '../lib/noun.ts'
import { legalRoutes } from './routes.ts'

export const legal: Noun = { routes: legalRoutes }
