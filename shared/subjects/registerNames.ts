/** All names of a register at once, for devices that find rows without a network. */
import { z } from 'zod'
import { contract, file } from '../lib/contract.ts'
import { subjectTypes } from './registry.ts'

/** Bound of names on a device; others are found by asking the server. */
export const maxNames = 50_000

export const registerNames = contract({
  stream: {
    summary: 'Read the names of a register',
    description:
      'The living rows that the caller may read, by name, at most 50,000: `[id, name, mark, group, place, withheld until, other marks]`, with empty ends left out. `since` of an answer, given back, brings only what changed (`is_whole` is false), an id alone for what is gone. `left_out` counts the others.',
    problems: ['forbidden'],
    method: 'GET',
    path: '/register/names',
    access: 'signed-in',
    input: z.object({ type: z.enum(subjectTypes), since: z.string().max(100).optional() }),
    returns: file('application/vnd.tend.names+json'),
  },
})

/**
 * A row: id, name, second name, group, location, end of a withdrawal period, other identifiers. An id alone means that
 * the row is gone.
 */
export type NamedRow = [
  id: number,
  name?: string,
  mark?: string | null,
  groupId?: number | null,
  placeId?: number | null,
  heldUntil?: string | null,
  marks?: string[] | null,
]

export type RegisterNames = { since: string; is_whole: boolean; left_out: number; rows: NamedRow[] }
