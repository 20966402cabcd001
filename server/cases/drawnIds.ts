/** Ids that tell nothing about the order in which rows came. */
import { randomInt } from 'node:crypto'

const most = 2 ** 31

/**
 * Stores a row under a number that is drawn, and draws again where another has it. `insert` gives nothing back where the number is taken:
 * it says `onConflictDoNothing` for the id, for a refusal would stand in PostgreSQL's log with its time.
 */
export async function withDrawnId<Row>(insert: (id: number) => Promise<Row[]>): Promise<Row> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await insert(randomInt(1, most))
    if (row) return row
  }
  throw new Error('No number was free.')
}
