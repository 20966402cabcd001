import type { Client } from 'pg'
import { naturalOrder } from './columns.ts'

/**
 * An index over names is in the order of the ICU library that built it. Where PostgreSQL has come with another version of it, the
 * indexes are built anew; else rows would not be found. The source is PostgreSQL's ALTER COLLATION, "Notes".
 */
export async function renewNaturalOrder(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as index
     from pg_collation c left join pg_index i on c.oid = any (i.indcollation)
     where c.collname = $1 and c.collversion is distinct from pg_collation_actual_version(c.oid)`,
    [naturalOrder],
  )
  if (rows.length === 0) return
  for (const { index } of rows) if (index) await client.query(`reindex index ${index}`)
  await client.query(`alter collation ${client.escapeIdentifier(naturalOrder)} refresh version`)
}
