import { allows } from '#shared/lib/rules.ts'
import { registerNames } from '#shared/subjects/contract.ts'
import { registers, registersChannelPattern } from '#shared/subjects/registry.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../lib/module.ts'
import { streamNames } from './names.ts'

/** Whoever may read any register. What is told there is which rows are to be read again, and nothing of them. */
const subjectChannels: ChannelRule[] = [
  {
    pattern: registersChannelPattern,
    may: ([, companyId], { actor, ability }) =>
      Number(companyId) === actor.companyId && registers.some(({ subject }) => allows(ability, 'read', subject)),
  },
]

export const subjectsModule: Module = {
  channels: subjectChannels,
  routes: routes(registerNames, { stream: (wanted, ctx) => streamNames(ctx, wanted) }),
}
