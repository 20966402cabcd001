/** Where an incremental read has come to, as the text that its reader keeps: signed, so that nobody makes one up. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidField } from '#shared/lib/problem.ts'
import { derive, sameSecret } from '../security/secrets.ts'

/** A number of a transaction, as text: it is larger than JSON counts. */
const Transaction = z.string().regex(/^\d{1,19}$/)

const Position = z.object({
  /** The counting of transactions that it belongs to. */
  epoch: z.string(),
  /** Company, list and filters. */
  of: z.string(),
  /** The rights of the reader: what they see changes with these, although no row does. */
  rights: z.string(),
  /** Behind this change; or with `isBeginning`, the changes from here on follow when all rows were read. */
  transaction: Transaction,
  /** Behind this row, among those of the transaction or, with `isBeginning`, of the whole list. */
  rowId: z.int(),
  isBeginning: z.boolean(),
})
export type Position = z.infer<typeof Position>

const purpose = 'cursor of changes'

export function writeCursor(serverKey: Buffer, position: Position): string {
  const text = Buffer.from(JSON.stringify(Object.values(Position.parse(position)))).toString('base64url')
  return `${text}.${derive(serverKey, purpose, text).slice(0, 22)}`
}

/** @throws a 422 for a text that this tend did not write */
export function readCursor(serverKey: Buffer, cursor: string): Position {
  const [text = '', signature = ''] = cursor.split('.')
  if (!sameSecret(signature, derive(serverKey, purpose, text).slice(0, 22)))
    throw invalidField('cursor', 'not_a_cursor')
  const [epoch, of, rights, transaction, rowId, isBeginning] = JSON.parse(Buffer.from(text, 'base64url').toString())
  return Position.parse({ epoch, of, rights, transaction, rowId, isBeginning })
}

/** A short text to compare, out of anything. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
