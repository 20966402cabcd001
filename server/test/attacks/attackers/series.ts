/** Against bounds of rules that repeat, and of calendars of many series. */
import { sql } from 'drizzle-orm'
import { feeds } from '#shared/feeds/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company, type Person, platform } from '../../people.ts'
import { daily } from '../../series.ts'
import { tend } from '../../tend.ts'
import { type Attacker, manager, oneByOne } from '../attacking.ts'

/** Rules that recur never or hardly ever, each of which cost a minute once or could. */
export const dearRules = [
  'FREQ=YEARLY;BYSETPOS=366;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2;BYMONTH=1',
  'FREQ=YEARLY;BYSETPOS=-366;BYMONTHDAY=1;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,31',
  'FREQ=HOURLY;BYYEARDAY=366;BYMONTH=1;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12',
  'FREQ=YEARLY;BYWEEKNO=1,2,3,4,5,6,7,8,9,10;BYMONTH=8;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  'FREQ=HOURLY;INTERVAL=24;BYHOUR=9;BYDAY=MO;BYMINUTE=30',
  'FREQ=YEARLY;BYSETPOS=999;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2',
]

/** A manager's own copies of a series, straight in the database. */
export async function copiesOf(taskId: number, count: number): Promise<void> {
  await platform(async db => {
    const { rows } = await db.execute<{ columns: string }>(sql`
      select string_agg(attname, ', ') as columns from pg_attribute
      where attrelid = 'tasks'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    const columns = sql.raw(rows[0]?.columns ?? '')
    await db.execute(sql`
      insert into tasks (${columns}) overriding system value select ${columns} from (
        select (jsonb_populate_record(null::tasks, to_jsonb(t) || jsonb_build_object('id',
          ${taskId}::int * 10000 + n))).*
        from tasks t, generate_series(1, ${count}::int) n where t.id = ${taskId}) made`)
  })
}

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const againstSeries: Record<string, Attacker> = {
  'a rule that repeats': {
    beyond: [422],
    ready: async () => {
      const boss = await manager()
      const assignees = [{ user_id: boss.id }]
      const { id } = await daily(boss, [boss])
      const when = { starts_at: '1900-01-01T07:00', timezone: 'Europe/Budapest' }
      const send = (index: number) => {
        const recurrence = dearRules[index % dearRules.length] ?? ''
        if (index % 3 === 0) return boss.send(tasks.preview, { recurrence, ...when })
        if (index % 3 === 1) return boss.send(tasks.create, { title: 'Dear', recurrence, assignees, ...when })
        return boss.send(tasks.update, { id, recurrence, starts_at: when.starts_at })
      }
      return () => oneByOne(120, send)
    },
  },
  'a calendar of the app': {
    beyond: [200],
    may: [422],
    ready: async () => {
      const farm = await company({ timeZone: 'Europe/Budapest' })
      const boss = await farm.manager()
      const series = await daily(boss, [], {
        recurrence: 'FREQ=HOURLY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
        assignees: [{ role_id: 2000 }],
      })
      await copiesOf(series.id, 300)
      const { address } = await boss.call(feeds.create, {})
      const { app } = await tend()
      const read = (person: Person, days: number) =>
        person.send(tasks.companyCalendar, { company_id: farm.id, start_date: dayAfter(1), end_date: dayAfter(days) })
      return () =>
        oneByOne(12, index => {
          if (index % 3 === 0) return app.inject({ method: 'GET', url: new URL(address).pathname })
          return read(boss, index % 3 === 1 ? 400 : 500)
        })
    },
  },
}
