import type { Module } from '../lib/noun.ts'
import { systemRoutes } from './routes.ts'

export const system: Module = { routes: systemRoutes }
