import type { Module } from '../lib/module.ts'
import { peopleCount } from './answers.ts'
import { choiceMail, choiceMails } from './choosing.ts'
import { planEndings, planEndMail } from './jobs.ts'
import { planRoutes } from './routes.ts'

export const plans: Module = {
  routes: planRoutes,
  jobs: [choiceMails, planEndings],
  notices: [choiceMail as never, planEndMail as never],
  queryProviders: [peopleCount],
}
