import type { Module } from '../lib/module.ts'
import { meRoutes } from './routes.ts'

export const me: Module = { routes: meRoutes }
