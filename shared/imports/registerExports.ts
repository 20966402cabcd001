/** Exports of registers, as their lists show them: what comes out can be brought in again. */
import { z } from 'zod'
import { exportFormats } from '../exports/options.ts'
import { contract, file } from '../lib/contract.ts'
import { subjectTypes } from '../subjects/registry.ts'

export const registerExports = contract({
  stream: {
    summary: 'Export a register',
    description:
      'The rows that the caller may read, sent as they are read, in the order in which they were added. `filters` are the query of the register’s list, such as `species=cattle&status=stop`. What reads like a formula has a space before it.',
    problems: ['forbidden', 'malformed'],
    method: 'GET',
    path: '/register/export',
    access: 'signed-in',
    input: z.object({
      type: z.enum(subjectTypes),
      format: z.enum(exportFormats).default('csv'),
      filters: z.string().max(2_000).default(''),
    }),
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
})
