import type { Noun } from '../lib/noun.ts'
import { origins } from './answers.ts'
import { findingListeners } from './listeners.ts'
import { findingRoutes } from './routes.ts'

export const findings: Noun = { routes: findingRoutes, listeners: findingListeners, answers: [origins] }
