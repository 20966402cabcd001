import { allows } from '#shared/lib/rules.ts'
import { registers, registersChannelPattern } from '#shared/subjects/registry.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'

/** Whoever may read any register. What is told there is which rows are to be read again, and nothing of them. */
export const subjectChannels: ChannelRule[] = [
  {
    pattern: registersChannelPattern,
    may: ([, companyId], { actor, ability }) =>
      Number(companyId) === actor.companyId && registers.some(({ subject }) => allows(ability, 'read', subject)),
  },
]
