import type { Module } from '../lib/module.ts'
import { systemRoutes } from './routes.ts'

export const systemModule: Module = { routes: systemRoutes }
