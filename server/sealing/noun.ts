import type { Noun } from '../lib/noun.ts'
import { sealingRoutes } from './routes.ts'

export const sealing: Noun = { routes: sealingRoutes }
