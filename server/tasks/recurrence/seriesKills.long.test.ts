/**
 * Two tends make the occurrences of many series and are killed in the middle of it, again and again: each occurrence is
 * made once. `SEED=<number>` repeats a run.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { seeded } from '../../test/kills/random.ts'
import { connect, newDatabase } from '../../test/nodes/nodes.ts'
import { signIn, spawnTend } from '../../test/nodes/tends.ts'
import { followSeries } from '../jobs.ts'

const [series, days, kills] = [800, 5, 6]

test('with one of two nodes killed six times while making occurrences, none is lost or doubled', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
  console.log(`seed ${seed}`)
  const random = seeded(seed)
  const ownerUrl = await newDatabase()
  const tends = await Promise.all([spawnTend(ownerUrl), spawnTend(ownerUrl)])
  const owner = await connect(ownerUrl, { asOwner: true })
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    const people = await signIn(ownerUrl, 2)
    const [first] = people
    if (!first) throw new Error('Somebody makes the series.')
    // Each kill has series of its own, which begin some days ago and have made nothing yet.
    const addSeries = async () => {
      await owner.query(
        `with made as (
           insert into tasks
             (company_id, title, priority, starts_at, due_after, timezone, recurrence, created_by, next_at, make_at)
           select $1, 'Round ' || n, 'normal', to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'PT2H',
             'UTC', 'FREQ=DAILY', $2,
             start, start - interval '1 day'
           from generate_series(1, ${series}) n,
             lateral (
               select date_trunc('day', now()) - interval '${days} days' + (n % 24) * interval '1 hour' start
             ) times
           returning company_id, id
         )
         insert into task_assignees (company_id, task_id, user_id)
           select company_id, id, u from made, unnest($3::int[]) u`,
        [first.companyId, first.id, people.map(({ id }) => id)],
      )
    }
    const waiting = async () =>
      Number((await owner.query('select count(*) from tasks where make_at <= now()')).rows[0].count)
    // One for each node, as if the minute had come to both.
    const minuteComes = () => Promise.all([1, 2].map(() => boss.send(followSeries.name, {})))

    let killedAtWork = 0
    for (let kill = 0; kill < kills; kill++) {
      await addSeries()
      await minuteComes()
      while ((await waiting()) === series) await delay(2)
      await delay(random.between(0, 60))
      const which = random.pick([0, 1])
      await tends[which]?.kill()
      if ((await waiting()) > 0) killedAtWork++
      tends[which] = await spawnTend(ownerUrl)
      for (const begun = Date.now(); (await waiting()) > 0; await delay(500)) {
        await minuteComes()
        if (Date.now() - begun > 120_000) throw new Error('What the dead node had in hand is not taken up.')
      }
    }

    const { rows } = await owner.query(
      `select count(*)::int as wrong from (
         (select t.id, a.user_id, start from tasks t join task_assignees a on a.task_id = t.id,
            generate_series(
              t.starts_at::timestamp at time zone 'UTC', t.next_at - interval '1 day', interval '1 day'
            ) start
          except all select task_id, user_id, starts_at from sent_tasks)
         union all
         (select task_id, user_id, starts_at from sent_tasks
          except all select t.id, a.user_id, start from tasks t join task_assignees a on a.task_id = t.id,
            generate_series(
              t.starts_at::timestamp at time zone 'UTC', t.next_at - interval '1 day', interval '1 day'
            ) start)
       ) differing`,
    )
    expect(rows).toEqual([{ wrong: 0 }])
    const made = await owner.query(
      'select count(*)::int as made, count(distinct task_id)::int as series from sent_tasks',
    )
    expect(made.rows[0].series).toBe(series * kills)
    expect(made.rows[0].made).toBeGreaterThanOrEqual(series * kills * days * people.length)
    const counted = await owner.query(
      `select count(*)::int as wrong from tasks t
       where made_count * 2 <> (select count(*) from sent_tasks s where s.task_id = t.id)`,
    )
    expect(counted.rows).toEqual([{ wrong: 0 }])
    expect(killedAtWork, 'kills in the middle of the work').toBeGreaterThan(0)
  } finally {
    await boss.stop({ graceful: false })
    await owner.end()
    await Promise.all(tends.map(tend => tend.stop()))
  }
}, 600_000)
