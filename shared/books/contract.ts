/** Books for an inspector, and the same data as ICAR's Animal Data Exchange for other programs. */
import { z } from 'zod'
import { bookFormats, bookKinds } from '../documents/options.ts'
import { contract, file } from '../lib/contract.ts'
import { Day, Id } from '../lib/fields.ts'

export const books = contract({
  read: {
    summary: 'Read a book of the animals',
    description:
      'For the days from `from` to `until`: `herd`, the animals that were here; `movement`, what came, went and moved, was born and died; `treatment`, medicines and vaccines with their withdrawals, which are kept for five years. With `location_id` of that place and what is a part of it. 413 for more than 3,000 lines as PDF or 50,000 as workbook.',
    problems: ['too_large', 'not_found'],
    method: 'GET',
    path: '/animal/book',
    access: ['read', 'Animal'],
    input: z.object({
      book: z.enum(bookKinds),
      format: z.enum(bookFormats).default('pdf'),
      from: Day,
      until: Day,
      location_id: Id.optional(),
    }),
    returns: file('application/pdf'),
  },
  exchange: {
    summary: 'Read animals and their events as ICAR ADE',
    description:
      'JSON: `animals` are icarAnimalCoreResource, `events` the event resources of ICAR’s Animal Data Exchange for what happened from `from` to `until`, treatments among them; of whole groups as group events. It is sent as it is read.',
    method: 'GET',
    path: '/animal/ade',
    access: ['read', 'Animal'],
    input: z.object({ from: Day, until: Day }),
    returns: file('application/octet-stream'),
  },
})
