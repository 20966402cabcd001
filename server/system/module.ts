import type { Module } from '../lib/module.ts'
import { systemRoutes } from './routes.ts'

export const system: Module = { routes: systemRoutes }
