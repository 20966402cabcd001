/**
 * An import whose server is killed in its middle, and repeated by another: no good line is lost, and none makes two
 * animals.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { fillCompanies, signIn } from '../../bench/rows/companies.ts'
import { begin, goodOf, herdFile, run, until } from '../../bench/rows/importing.ts'
import { newDatabase } from '../test/nodes/nodes.ts'
import { launchTend } from '../test/nodes/tends.ts'

const lines = 3_000

test('an import of 3,000 lines resumes after a kill, and a second run changes nothing', async () => {
  const url = await newDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tend-killed-'))
  const owner = new Client({ connectionString: url })
  await owner.connect()
  let stop = async () => {}
  try {
    await fillCompanies(owner, { first: 1, last: 1, submissions: 10 })
    await owner.query(
      `insert into animal_groups (company_id, name, purpose, species) select 1, 'Pen ' || n, 'enclosure', ` +
        `'sheep' from generate_series(0, 19) n`,
    )
    const token = await signIn(owner, 1)
    const there = async () =>
      (
        await owner.query<{ animals: number; tags: number; events: number; entries: number }>(
          `select count(*)::int as animals, count(distinct identifier)::int as tags,
            (select count(*)::int from animal_events) as events,
            (select count(*)::int from audit_entries
              where action = 'entry.created' and subject_type = 'Animal') as entries
          from animals`,
        )
      ).rows[0]

    const start = () => launchTend({ DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0' })
    const killed = await start()
    const first = { address: `http://127.0.0.1:${killed.port}`, token }
    const { id, ...begun } = await begin(first, herdFile(lines))
    await run(first, { id, ...begun })
    const { done } = await until(first, id, state => state.done > 0)
    await killed.kill()
    expect(done).toBeLessThan(lines)

    const tend = await start()
    stop = tend.stop
    const second = { address: `http://127.0.0.1:${tend.port}`, token }
    await run(second, { id, ...begun })
    const ended = await until(second, id, ({ state }) => state !== 'working')
    const good = goodOf(lines)
    expect(ended).toMatchObject({ state: 'done', done: lines, created: good, faulty: lines - good })
    const whole = { animals: good, tags: good, events: good, entries: good }
    expect(await there()).toEqual(whole)

    const again = await begin(second, herdFile(lines))
    await run(second, again)
    expect(await until(second, again.id, ({ state }) => state !== 'working')).toMatchObject({
      ...{ state: 'done', created: 0, unchanged: good, faulty: lines - good },
    })
    expect(await there()).toEqual(whole)
  } finally {
    await stop()
    await owner.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 300_000)
