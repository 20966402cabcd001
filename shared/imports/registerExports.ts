/** Exports of registers, as their lists show them: what comes out can be brought in again. */
import { z } from 'zod'
import { exportFormats } from '../exports/options.ts'
import { contract, file } from '../lib/contract.ts'
import { subjectTypes } from '../subjects/registry.ts'

const Wanted = z.object({
  format: z.enum(exportFormats).default('csv'),
  filters: z.string().max(2_000).default(''),
})

const exporting = {
  description:
    'The rows that the caller may read, sent as they are read, in the order in which they were added. `filters` are the query of the register’s list, such as `species=cattle&status=stop`. What reads like a formula has a space before it.',
  problems: ['forbidden', 'malformed'],
  method: 'GET',
  returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
} as const

export const registerExports = contract({
  stream: {
    ...exporting,
    summary: 'Export a register',
    path: '/register/export',
    access: 'signed-in',
    input: Wanted.extend({ type: z.enum(subjectTypes) }),
  },
  animals: {
    ...exporting,
    summary: 'Export animals',
    description: 'As `/register/export`.',
    path: '/animal/export',
    access: ['read', 'Animal'],
    input: Wanted,
  },
  groups: {
    ...exporting,
    summary: 'Export groups of animals',
    description: 'As `/register/export`.',
    path: '/animal/group/export',
    access: ['read', 'AnimalGroup'],
    input: Wanted,
  },
})
