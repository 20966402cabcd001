import type { Module } from '../../lib/module.ts'
import { forgetExports, makeExport } from './jobs.ts'
import { exportRoutes } from './routes.ts'

export const submissionExports: Module = { routes: exportRoutes, jobs: [makeExport as never, forgetExports] }
