import type { Module } from '../lib/module.ts'
import { fileAnswers } from './answers.ts'
import { removeStrayFiles } from './jobs.ts'
import { fileRoutes } from './routes.ts'
import { serveStorage } from './storageRoute.ts'

export const files: Module = {
  routes: fileRoutes,
  jobs: [removeStrayFiles],
  serve: serveStorage,
  queryProviders: fileAnswers,
}
