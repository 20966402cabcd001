import type { Noun } from '../lib/noun.ts'
import { workerRoutes } from './routes.ts'

export const workers: Noun = { routes: workerRoutes }
