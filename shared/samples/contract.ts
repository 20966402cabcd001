/** Sample data of a new company, added and removed as one set. Each row says in its name that it is a sample. */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Time } from '../lib/fields.ts'

/** Number of rows of each kind; all 0 and `added_at` null without samples. */
export const Samples = z
  .object({
    added_at: Time.nullable(),
    animals: z.int(),
    animal_groups: z.int(),
    locations: z.int(),
    tasks: z.int(),
  })
  .meta({ id: 'Samples' })
export type Samples = z.infer<typeof Samples>

const manages = ['update', 'Company'] as const

export const samples = contract({
  get: {
    summary: 'Read which sample data a company has',
    method: 'GET',
    path: '/company/:id/samples',
    access: [...manages],
    input: ById,
    returns: Samples,
  },
  add: {
    summary: 'Add sample data to a company',
    description: 'Animals that fit the business, with a group and locations, and one task for the managers.',
    problems: ['plan_limit_reached'],
    method: 'POST',
    path: '/company/:id/samples',
    access: [...manages],
    input: ById,
    returns: Samples,
    status: 201,
  },
  remove: {
    summary: 'Remove the sample data of a company',
    description: 'Archives unchanged sample records. Renamed ones and needed ones stay.',
    method: 'DELETE',
    path: '/company/:id/samples',
    access: [...manages],
    input: ById,
    returns: z.null(),
  },
})
