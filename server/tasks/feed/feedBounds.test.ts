/** The largest calendar that there is, read by several programs at once, while another company works on. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { feeds } from '#shared/feeds/contract.ts'
import { times } from '../../test/attacks/attacking.ts'
import { expectOthersServed, waitedDuring } from '../../test/attacks/innocents.ts'
import { company, platform } from '../../test/people.ts'
import { daily } from '../../test/series.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'
import { maxSeries, maxSingle } from './events.ts'

test('the largest calendar, with a zone for each series, keeps nobody waiting', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const series = await daily(boss, [boss])
  const single = await sendTask(boss, boss)
  const zones = Intl.supportedValuesOf('timeZone')
  await platform(async db => {
    // Whom nobody is named for is the managers'.
    const { rows } = await db.execute<{ columns: string }>(sql`
      select string_agg(attname, ', ') as columns from pg_attribute
      where attrelid = 'tasks'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    const columns = sql.raw(rows[0]?.columns ?? '')
    await db.execute(sql`
      insert into tasks (${columns}) overriding system value select ${columns} from (
        select (jsonb_populate_record(null::tasks, to_jsonb(t) || jsonb_build_object(
          'id', 1000000 + n, 'timezone', (${sql.param(zones)}::text[])[1 + n % ${zones.length}]))).*
        from tasks t, generate_series(1, ${maxSeries + 50}) n where t.id = ${series.id}) made`)
    await db.execute(sql`
      insert into sent_tasks (company_id, task_id, user_id, starts_at, due_at)
      select company_id, task_id, user_id, starts_at + n * interval '1 hour', due_at + n * interval '1 hour'
      from sent_tasks, generate_series(1, ${maxSingle + 500}) n where id = ${single.id}`)
  })
  const { address } = await boss.call(feeds.create, {})
  const { app } = await tend()
  const read = () => app.inject({ method: 'GET', url: new URL(address).pathname })
  const waited = await waitedDuring(() => times(4, read))
  expect(new Set(waited.statuses)).toEqual(new Set([200]))
  expectOthersServed('the largest calendar', waited)
  const { body } = await read()
  expect(body.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThanOrEqual(maxSeries + maxSingle - 10)
}, 120_000)
