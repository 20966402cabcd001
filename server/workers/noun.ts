import type { Module } from '../lib/noun.ts'
import { workerRoutes } from './routes.ts'

export const workers: Module = { routes: workerRoutes }
