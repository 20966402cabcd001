import type { Module } from '../lib/noun.ts'
import { legalRoutes } from './routes.ts'

export const legal: Module = { routes: legalRoutes }
