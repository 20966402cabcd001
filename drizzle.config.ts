import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/*/table.ts', './server/*/*Table.ts', './server/*/*/table.ts', './server/lib/db/tables.ts'],
  casing: 'snake_case',
})
