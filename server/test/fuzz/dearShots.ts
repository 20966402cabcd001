/**
 * Calls that mean something and ask for much work: rules, forms with expressions, long lists of choices, reports,
 * filters, searches and texts, as large as their contracts let them be. By a seed, as the broken ones of shots.ts.
 */
import type { Definition } from '#shared/forms/definition.ts'
import { locales } from '#shared/lib/language.ts'
import { seeded } from '../kills/random.ts'
import type { Shot } from './shots.ts'

type Chance = () => number
type Ids = { person: number; place: number; animals: number[]; form: number; draft: number; group: number }

const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T
const some = <T>(chance: Chance, from: readonly T[], most: number): T[] =>
  Array.from({ length: 1 + Math.floor(chance() * most) }, () => pick(chance, from))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The calls of a seed, one after the other; their words are there in all that they look for. */
export function* dearShotsAt(seed: number, ids: Ids): Generator<Shot> {
  const chance = seeded(seed).next
  const kinds = [previewed, repeated, formOf, answered, reported, filtered, searched, written, chosen]
  for (;;) yield pick(chance, kinds)(chance, ids)
}

const get = (path: string, query: Record<string, string | number>): Shot => ({
  method: 'GET',
  url: `/api${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  headers: {},
})
const post = (path: string, body: object, method = 'POST'): Shot => ({
  ...{ method, url: `/api${path}`, headers: { 'content-type': 'application/json' } },
  payload: JSON.stringify(body),
})

/** A rule of many parts that seldom or never meet, or that meet at each hour. */
function rule(chance: Chance): string {
  const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
  const parts: [string, () => (string | number)[]][] = [
    ['BYDAY', () => days],
    ['BYMONTH', () => some(chance, range(1, 12), 11)],
    ['BYMONTHDAY', () => some(chance, [29, 30, 31, -1, -31, ...range(1, 28)], 20)],
    ['BYYEARDAY', () => some(chance, [366, -366, 1, 60, 100], 5)],
    ['BYWEEKNO', () => some(chance, [53, -53, 1, 20], 4)],
    ['BYHOUR', () => range(0, 23)],
    ['BYSETPOS', () => some(chance, [366, -366, 999, 1, -1, 53], 5)],
  ]
  // Those that no rule of tend may have are refused before anything is worked out.
  const share = (name: string) => (name === 'BYYEARDAY' || name === 'BYWEEKNO' ? 0.1 : 0.5)
  const wanted = parts
    .filter(([name]) => chance() < share(name))
    .map(([name, values]) => `${name}=${[...new Set(values())].join()}`)
  const end = pick(chance, ['', ';COUNT=9999', ';UNTIL=99991231'])
  const often = pick(chance, ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'])
  const interval = pick(chance, ['', ';INTERVAL=9999', ';INTERVAL=97'])
  return `FREQ=${often}${interval}${wanted.map(part => `;${part}`).join('')}${end}`
}
const startsAt = (chance: Chance) =>
  pick(chance, ['1900-01-01T00:00', '2026-03-29T02:30', '2026-11-28T08:00', '2099-12-31T23:59'])
const zone = (chance: Chance) =>
  pick(chance, ['Europe/Budapest', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca'])

const previewed = (chance: Chance) =>
  get('/task/preview', { recurrence: rule(chance), starts_at: startsAt(chance), timezone: zone(chance) })

const repeated = (chance: Chance, { person }: Ids) =>
  post('/task', {
    ...{ title: 'Feed', recurrence: rule(chance), starts_at: startsAt(chance), timezone: zone(chance) },
    ...{ task_type: 'simple', assignees: [{ user_id: person }] },
  })

const label = { en: 'What?' }

/** A calculation whose cost grows with each part of it. */
function expression(chance: Chance, depth = 0): string {
  const inner = () => (depth > 5 ? '${note}' : expression(chance, depth + 1))
  return pick(chance, [
    () => `regex(\${note}, '(${'a|'.repeat(20)}a)*b')`,
    () => `concat(${inner()}, ${inner()}, ${inner()})`,
    () => `if(string-length(${inner()}) > 3, ${inner()}, ${inner()})`,
    () => `translate(${inner()}, 'abcdefghij', 'jihgfedcba')`,
    () => `coalesce(${inner()}, ${inner()})`,
    () => `${'('.repeat(30)}1 + 2 * 3${')'.repeat(30)}`,
    () => `sum(${range(1, 60).map(String).join(' + ')})`,
  ])()
}

/** The form of a seed that is filled in: each answer has it worked out again. */
export const dearForm = (seed: number): Definition => definition(seeded(seed).next, 40)

function definition(chance: Chance, count = pick(chance, [10, 100, 400])): Definition {
  const choices = range(1, pick(chance, [2, 200, 1_000])).map(id => ({ id: `c${id}`, label }))
  const questions = range(1, count).map(index =>
    index % 2
      ? { type: 'calculated' as const, id: `q${index}`, label, calculate: expression(chance) }
      : { type: 'number' as const, id: `q${index}`, label, visible_if: expression(chance) },
  )
  return {
    ...{ schema: 1, default_language: 'en' },
    sections: [
      {
        ...{ id: 's', title: label },
        questions: [
          { type: 'text', id: 'note', label },
          { type: 'single_choice', id: 'one', label, choices },
          ...questions,
        ],
      },
    ],
  } as Definition
}

const formOf = (chance: Chance) => post('/form', { name: { en: 'Dear' }, definition: definition(chance) })

/** Of the form that is filled in, or of no form. */
function answered(chance: Chance, { draft }: Ids): Shot {
  const numbers = range(1, pick(chance, [10, 20])).map(at => [`q${2 * at}`, { value: at }])
  const known = { note: { value: 'a'.repeat(pick(chance, [1, 100, 2_000])) }, one: { value: 'c1' } }
  const answers = pick(chance, [
    { ...known, ...Object.fromEntries(numbers) },
    known,
    Object.fromEntries(range(1, 5_000).map(at => [`q${at}`, { value: 'a'.repeat(200) }])),
  ])
  return post(`/form/submission/${draft}/complete`, { answers })
}

function reported(chance: Chance, { form }: Ids): Shot {
  const period = pick(chance, [
    { kind: 'relative', unit: 'year', count: 9 },
    { kind: 'relative', unit: 'day', count: 366 },
    { kind: 'fixed', from: '2017-01-01', to: '2026-11-28' },
  ])
  return post('/report', { name: 'Dear', form_ids: [form], period })
}

function filtered(chance: Chance, { place, animals, group }: Ids): Shot {
  const [path, by] = pick<[string, Record<string, number>]>(chance, [
    ['/animal', { animal_group_id: group, location_id: place }],
    ['/location', {}],
    ['/vehicle', {}],
    ['/guide', {}],
    ['/form/submission', { animal_id: animals[0] ?? 0, location_id: place }],
    ['/task/sent', { animal_id: animals[0] ?? 0, group_id: group }],
  ])
  const search = pick(chance, [
    '%'.repeat(100),
    '_%'.repeat(50),
    'a'.repeat(100),
    '\\'.repeat(99),
    'a b c d e f g h i j',
  ])
  return get(path, { page: pick(chance, [1, 1_000, 1_000_000]), per_page: 100, search, ...by })
}

const searched = (chance: Chance) =>
  get('/search', {
    q: pick(chance, ['a b c d e f g h i j', '%%', 'é'.repeat(90), 'البقر '.repeat(15), 'cow '.repeat(24), "'''''''"]),
  })

function written(chance: Chance): Shot {
  const sign = pick(chance, [
    '**a ',
    '[a](b ',
    '> ',
    '- a\n',
    '| a | b |\n',
    '```\n',
    '&lt;',
    '![](',
    '_a_ ',
    '1. a\n',
    '🐄',
  ])
  const body = Object.fromEntries(locales.map(locale => [locale, sign.repeat(50_000).slice(0, 49_000)]))
  return post('/guide', { title: { en: 'Dear' }, body, default_language: 'en' })
}

/** As many rows as a task is about, and as many people as do it. */
const chosen = (chance: Chance, { animals, form, person }: Ids) =>
  post('/task', {
    ...{ title: 'Look', starts_at: '2026-11-28T08:00', timezone: zone(chance), task_type: 'form', form_id: form },
    assignees: range(1, 200).map(() => ({ user_id: person })),
    subjects: range(1, 50).map(() => ({ type: 'animal', id: pick(chance, animals) })),
  })
