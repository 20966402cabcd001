import type { Module } from '../lib/noun.ts'
import { meRoutes } from './routes.ts'

export const me: Module = { routes: meRoutes }
