import type { Module } from '../lib/module.ts'
import { legalRoutes } from './routes.ts'

export const legal: Module = { routes: legalRoutes }
