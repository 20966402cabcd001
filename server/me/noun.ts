import type { Noun } from '../lib/noun.ts'
import { meRoutes } from './routes.ts'

export const me: Noun = { routes: meRoutes }
