import type { Module } from '../lib/module.ts'
import { legalRoutes } from './routes.ts'

export const legalModule: Module = { routes: legalRoutes }
