import type { Module } from '../lib/module.ts'
import { origins } from './answers.ts'
import { findingListeners } from './listeners.ts'
import { findingRoutes } from './routes.ts'

export const findings: Module = { routes: findingRoutes, listeners: findingListeners, queryProviders: [origins] }
