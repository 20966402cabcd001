/**
 * Random histories of moves, forms, reaches and the company's choice against a naive model: what the policies show,
 * what the function of both sides says, and what the audience is asked (`seen_by`) are the same rows at each step.
 * A long run begins elsewhere each time; `SEED=7` repeats one.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isWithin, type Reach } from '#shared/lib/reach.ts'
import { narrowedTables, seenBy } from '../../companies/reachQueries.ts'
import { tenantOf, withDatabase } from '../../lib/db/pools.ts'
import { chanceOf } from '../chance.ts'
import { publishedForm } from '../forms.ts'
import { company, narrow, platform } from '../people.ts'
import { tend } from '../tend.ts'

const steps = process.env.LONG ? 10_000 : 120
const seed = Number(process.env.SEED ?? (process.env.LONG ? Math.floor(Math.random() * 1_000_000) : 36))
/** Animals, and forms: each step asks about all of them. */
const maxRows = 60

test(`policies, function and audience agree with a naive model in random histories, SEED=${seed}`, async () => {
  const { next } = chanceOf(seed)
  const random = {
    chance: (share: number) => next() < share,
    int: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
  const farm = await company()
  const [boss, member] = [await farm.manager(), await farm.manager()]
  const form = await publishedForm(boss)
  const { services } = await tend()
  const rows = async <Row extends object>(query: ReturnType<typeof sql>) =>
    (await platform(db => db.execute(query))).rows as unknown as Row[]
  const insert = async (query: ReturnType<typeof sql>) => (await rows<{ id: number }>(query))[0]?.id ?? 0

  // Three sites with two pens each, two herds and a lorry.
  const parents = new Map<number, number | null>()
  for (let site = 0; site < 3; site++) {
    const place = (name: string, parent: number | null) =>
      insert(sql`insert into locations (company_id, name, type, parent_id)
        values (${farm.id}, ${name}, ${parent === null ? 'site' : 'pen'}, ${parent}) returning id`)
    const id = await place(`Site ${site}`, null)
    parents.set(id, null)
    for (let pen = 0; pen < 2; pen++) parents.set(await place(`Pen ${site}.${pen}`, id), id)
  }
  const places = [...parents.keys()]
  const herds = [0, 1].map(() => 0)
  for (const at of herds.keys())
    herds[at] = await insert(sql`insert into animal_groups (company_id, name, purpose)
      values (${farm.id}, ${`Herd ${at}`}, 'herd') returning id`)

  type Beast = { id: number; location: number | null; group: number | null }
  const beasts: Beast[] = []
  /** The subjects of each form, and their places when it was begun. */
  const filled = new Map<number, { stamps: string[][] | null; about: Beast[] }>()
  /** The company's choice for records of animals that have moved away. */
  let stay = true
  const stampOf = ({ location, group }: Beast) => [
    location === null ? '' : `location:${location}`,
    group === null ? '' : `group:${group}`,
  ]
  let reach: Reach = { locations: [], groups: [], vehicles: [] }
  const maybe = <T>(list: readonly T[]): T | null => (random.chance(0.2) ? null : random.pick(list))

  const acts = {
    async born() {
      if (beasts.length >= maxRows) return
      const [location, group] = [maybe(places), random.chance(0.5) ? null : random.pick(herds)]
      const id = await insert(sql`insert into animals (company_id, name, species, sex, location_id, animal_group_id)
        values (${farm.id}, 'Cow', 'cattle', 'female', ${location}, ${group}) returning id`)
      beasts.push({ id, location, group })
    },
    async moves() {
      if (beasts.length === 0) return
      const beast = random.pick(beasts)
      Object.assign(beast, { location: maybe(places), group: random.chance(0.5) ? null : random.pick(herds) })
      await rows(sql`update animals set location_id = ${beast.location}, animal_group_id = ${beast.group}
        where id = ${beast.id}`)
    },
    async fills() {
      const about = beasts.length === 0 ? [] : [...new Set([random.pick(beasts), random.pick(beasts)])]
      const subjects = about.slice(0, random.int(0, about.length))
      const id = await insert(sql`insert into submissions
          (company_id, uuid, form_id, form_version_id, user_id, answers, started_at)
        select ${farm.id}, gen_random_uuid(), ${form.id}, v.id, ${boss.id}, '{}', clock_timestamp()
        from form_versions v where v.form_id = ${form.id} limit 1 returning id`)
      for (const { id: animal } of subjects)
        await rows(sql`insert into submission_subjects (company_id, submission_id, animal_id)
          values (${farm.id}, ${id}, ${animal})`)
      filled.set(id, { stamps: subjects.length === 0 ? null : subjects.map(stampOf), about: subjects })
      const [oldest] = filled.keys()
      if (filled.size <= maxRows || oldest === undefined) return
      await rows(sql`delete from submission_subjects where submission_id = ${oldest}`)
      await rows(sql`delete from submissions where id = ${oldest}`)
      filled.delete(oldest)
    },
    async chooses() {
      stay = !stay
      await rows(sql`update companies set histories_stay = ${stay} where id = ${farm.id}`)
    },
    async narrows() {
      const some = <T>(list: readonly T[]) => list.filter(() => random.chance(0.25))
      const [named, groups] = [some(places), some(herds)]
      await narrow(member, farm.id, { locations: named, groups })
      const locations = places.filter(id => named.includes(id) || named.includes(parents.get(id) ?? 0))
      reach = { locations, groups, vehicles: [] }
    },
  }

  for (let step = 0; step < steps; step++) {
    await acts[
      random.pick(['born', 'moves', 'moves', 'moves', 'fills', 'fills', 'fills', 'narrows', 'chooses'] as const)
    ]()
    const expected = {
      animals: beasts.filter(beast => isWithin(reach, [stampOf(beast)])).map(({ id }) => id),
      submissions: [...filled]
        .filter(([, { stamps, about }]) => isWithin(reach, stamps) && (stay || isWithin(reach, about.map(stampOf))))
        .map(([id]) => id),
      locations: reach.locations,
    }
    for (const [subject, table] of [
      ['Animal', 'animals'],
      ['Submission', 'submissions'],
      ['Location', 'locations'],
    ] as const) {
      const actor = { id: member.id, companyId: farm.id, reach }
      const shown = await withDatabase(services.pools.isolated, tenantOf(actor), false, async db =>
        (await db.execute<{ id: number }>(sql`select id from ${sql.identifier(table)} order by id`)).rows.map(
          ({ id }) => id,
        ),
      )
      const wanted = [...expected[table]].sort((a, b) => a - b)
      expect(shown, `${table} at step ${step}`).toEqual(wanted)
      const all = await rows<{ id: number }>(
        sql`select id from ${sql.identifier(table)} where company_id = ${farm.id} order by id`,
      )
      const heard = await platform(async db => {
        const seen = await seenBy(db, { companyId: farm.id, subject, people: [member.id] }, all)
        return all.filter(row => seen(member.id, row)).map(({ id }) => id)
      })
      // Who is in the whole company is not asked.
      if (step > 0 && (await isNarrowed())) expect(heard, `audience of ${table} at step ${step}`).toEqual(wanted)
      expect(narrowedTables[subject]).toBe(table)
    }
  }

  async function isNarrowed() {
    const [found] = await rows<{ is: boolean }>(
      sql`select reach_locations is not null as is from memberships where user_id = ${member.id}`,
    )
    return found?.is ?? false
  }
}, 3_600_000)
