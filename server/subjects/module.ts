import { registerNames } from '#shared/subjects/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { subjectChannels } from './channels.ts'
import { streamNames } from './names.ts'

export const subjectsModule: Module = {
  channels: subjectChannels,
  routes: routes(registerNames, { stream: (wanted, ctx) => streamNames(ctx, wanted) }),
}
