/** Compares what people were told with what is there. Each finding is a sentence; none is what is hoped for. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Ledger } from './writer.ts'

type Stored = { id: number; name: string }

/** Compares after everything that was begun has been acknowledged, so that any further row was written twice. */
export async function compare(databaseUrl: string, dataDir: string, ledgers: Ledger[]): Promise<string[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  const ask = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  const merged = <Value>(part: (ledger: Ledger) => Map<string, Value>) =>
    new Map(ledgers.flatMap(ledger => [...part(ledger)]))
  const locations = merged(ledger => ledger.locations)
  const tasks = merged(ledger => ledger.tasks)
  const submissions = merged(ledger => ledger.submissions)
  const lame = [...submissions.values()].filter(({ isLame }) => isLame)
  const photos = [...submissions.values()].flatMap(({ photo }) => photo ?? [])
  const ids = (values: Iterable<{ id: number }>) => new Map([...values].map(({ id }) => [String(id), 1]))

  const found = [
    ...differences('place', locations, await ask<Stored>('select id, name from locations')),
    ...differences(
      'task',
      tasks,
      await ask<Stored>(
        'select id, title as name from tasks where not exists (select from findings where task_id = tasks.id)',
      ),
    ),
    ...differences(
      'completed occurrence of task',
      new Map([...tasks.values()].map(id => [String(id), id])),
      await ask<Stored>(
        `select task_id as id, task_id::text as name from sent_tasks
         where completed_at is not null and skipped_at is null`,
      ),
    ),
    ...differences(
      'completed submission',
      new Map([...submissions].map(([uuid, { id }]) => [uuid, id])),
      await ask<Stored>(`select id, uuid as name from submissions where status = 'complete'`),
    ),
    ...differences(
      'draft left behind',
      new Map(),
      await ask<Stored>(`select id, uuid as name from submissions where status = 'draft'`),
    ),
    ...differences(
      'corrective task of submission',
      ids(lame),
      await ask<Stored>('select 1 as id, submission_id::text as name from findings join tasks on tasks.id = task_id'),
    ),
    ...differences(
      'mail to a manager about submission',
      new Map(
        [...ids(lame).keys()].flatMap(id => ledgers.map((_, index) => [`${id} to manager ${index + 1}`, 1] as const)),
      ),
      await ask<Stored>(
        `select 1 as id, (facts->>'submissionId') || ' to manager ' ||
           dense_rank() over (order by user_id) as name
         from notices where topic = 'submission.critical-answers'`,
      ),
    ),
    ...differences(
      'receipt number',
      new Map(Array.from({ length: submissions.size }, (_, index) => [String(index + 1), 1])),
      await ask<Stored>('select 1 as id, receipt_sequence::text as name from submissions where receipt is not null'),
    ),
    ...differences(
      'photo',
      new Map(photos.map(uuid => [uuid, 1])),
      await ask<Stored>('select 1 as id, uuid as name from files'),
    ),
  ]
  for (const { path, sha256 } of await ask<{ path: string; sha256: string }>('select path, sha256 from files')) {
    const content = readFileSync(join(dataDir, 'files', path))
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      found.push(`the photo ${path} is not what it was`)
  }
  await client.end()
  return found
}

function differences(what: string, told: Map<string, number>, stored: Stored[]): string[] {
  const counts = Map.groupBy(stored, ({ name }) => name)
  return [
    ...[...told].flatMap(([name, id]) => {
      const rows = counts.get(name) ?? []
      if (rows.length === 0) return [`${what} ${name} was acknowledged and is lost`]
      if (rows.length > 1) return [`${what} ${name} is there ${rows.length} times`]
      return rows[0]?.id === id ? [] : [`${what} ${name} has the number ${rows[0]?.id}, not ${id} as was said`]
    }),
    ...[...counts.keys()]
      .filter(name => !told.has(name))
      .map(name => `${what} ${name} is there and was never acknowledged`),
  ]
}
