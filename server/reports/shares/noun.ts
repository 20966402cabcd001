import type { Noun } from '../../lib/noun.ts'
import { shareRoutes } from './routes.ts'

export const shares: Noun = { routes: shareRoutes }
