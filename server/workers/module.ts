import type { Module } from '../lib/module.ts'
import { workerRoutes } from './routes.ts'

export const workers: Module = { routes: workerRoutes }
