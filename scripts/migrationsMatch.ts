/**
 * Fails when the tables of the code and the migrations differ: somebody changed a table and did not write the
 * migration.
 */
import { schemaChange } from './schemaChange.ts'

const { migration, says } = schemaChange([], 'pipe')
if (migration || !says.includes('No schema changes')) {
  console.error(migration?.sql ?? says)
  console.error('The tables and the migrations differ. Write the migration: npm run migration -- --name what-it-does')
  process.exitCode = 1
}
