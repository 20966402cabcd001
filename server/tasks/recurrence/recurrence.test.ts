import { describe, expect, test } from 'vitest'
import { Recurrence } from '#shared/tasks/recurrence.ts'
import { naiveOccurrences, randomSeries } from '../../../testing/naiveRecurrence.ts'
import {
  endedBefore,
  nextOccurrence,
  occurrenceAfterDone,
  occurrencesBetween,
  previewOf,
  withFewer,
} from './recurrence.ts'

type Table = { what: string; recurrence: string; startsAt: string; timezone: string; dates: string[] }

// Worked out by hand from the zones' published changes.
const tables: Table[] = [
  {
    what: 'seven in the morning in Budapest, over the spring change',
    recurrence: 'FREQ=DAILY',
    startsAt: '2026-03-27T07:00',
    timezone: 'Europe/Budapest',
    dates: ['2026-03-27T06:00Z', '2026-03-28T06:00Z', '2026-03-29T05:00Z', '2026-03-30T05:00Z'],
  },
  {
    what: 'half past two in Berlin: on the day on which the clocks skip it, an hour later',
    recurrence: 'FREQ=DAILY',
    startsAt: '2026-03-28T02:30',
    timezone: 'Europe/Berlin',
    dates: ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z', '2026-03-31T00:30Z'],
  },
  {
    what: 'a series that begins in the hour that the clocks skip: only its first is late',
    recurrence: 'FREQ=DAILY;COUNT=3',
    startsAt: '2026-03-29T02:30',
    timezone: 'Europe/Berlin',
    dates: ['2026-03-29T01:30Z', '2026-03-30T00:30Z', '2026-03-31T00:30Z'],
  },
  {
    what: 'three times in the night on which an hour is skipped: one that moves onto another is that one',
    recurrence: 'FREQ=DAILY;BYHOUR=1,2,3',
    startsAt: '2026-03-29T01:30',
    timezone: 'Europe/Berlin',
    dates: ['2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-03-29T23:30Z', '2026-03-30T00:30Z'],
  },
  {
    what: 'a day that Samoa skipped',
    recurrence: 'FREQ=DAILY',
    startsAt: '2011-12-29T07:00',
    timezone: 'Pacific/Apia',
    dates: ['2011-12-29T17:00Z', '2011-12-30T17:00Z', '2011-12-31T17:00Z'],
  },
  {
    what: 'every six hours: hours pass at the same pace through the change',
    recurrence: 'FREQ=HOURLY;INTERVAL=6',
    startsAt: '2026-03-28T18:00',
    timezone: 'Europe/Berlin',
    dates: ['2026-03-28T17:00Z', '2026-03-28T23:00Z', '2026-03-29T05:00Z', '2026-03-29T11:00Z'],
  },
  {
    what: 'half past two in Paris in autumn: it comes twice and the first counts',
    recurrence: 'FREQ=DAILY',
    startsAt: '2026-10-24T02:30',
    timezone: 'Europe/Paris',
    dates: ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  },
  {
    what: 'Casablanca, whose clocks go back for Ramadan and forward after it',
    recurrence: 'FREQ=WEEKLY;BYDAY=SA,MO',
    startsAt: '2026-02-14T08:00',
    timezone: 'Africa/Casablanca',
    dates: ['2026-02-14T07:00Z', '2026-02-16T08:00Z', '2026-02-21T08:00Z', '2026-02-23T08:00Z'],
  },
  {
    what: 'Casablanca, after Ramadan',
    recurrence: 'FREQ=DAILY;INTERVAL=2',
    startsAt: '2026-03-20T08:00',
    timezone: 'Africa/Casablanca',
    dates: ['2026-03-20T08:00Z', '2026-03-22T07:00Z', '2026-03-24T07:00Z'],
  },
  {
    what: 'the leap day, every year',
    recurrence: 'FREQ=YEARLY',
    startsAt: '2024-02-29T12:00',
    timezone: 'Europe/Budapest',
    dates: ['2024-02-29T11:00Z', '2028-02-29T11:00Z', '2032-02-29T11:00Z'],
  },
  {
    what: 'the last day of the month, in a leap year',
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    startsAt: '2028-01-31T09:00',
    timezone: 'Europe/Budapest',
    dates: ['2028-01-31T08:00Z', '2028-02-29T08:00Z', '2028-03-31T07:00Z', '2028-04-30T07:00Z'],
  },
  {
    what: 'the 31st, which short months do not have',
    recurrence: 'FREQ=MONTHLY',
    startsAt: '2026-01-31T09:00',
    timezone: 'Europe/Berlin',
    dates: ['2026-01-31T08:00Z', '2026-03-31T07:00Z', '2026-05-31T07:00Z', '2026-07-31T07:00Z'],
  },
  {
    what: 'the first Monday of each month',
    recurrence: 'FREQ=MONTHLY;BYDAY=1MO',
    startsAt: '2026-10-01T06:00',
    timezone: 'Europe/Paris',
    dates: ['2026-10-05T04:00Z', '2026-11-02T05:00Z', '2026-12-07T05:00Z'],
  },
  {
    what: 'every other week on Tuesday and Friday, from a Friday on',
    recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR',
    startsAt: '2026-11-20T07:00',
    timezone: 'Europe/Budapest',
    dates: ['2026-11-20T06:00Z', '2026-12-01T06:00Z', '2026-12-04T06:00Z', '2026-12-15T06:00Z'],
  },
  {
    what: 'milking twice a day, over the autumn change',
    recurrence: 'FREQ=DAILY;BYHOUR=5,17',
    startsAt: '2026-10-24T05:00',
    timezone: 'Europe/Berlin',
    dates: ['2026-10-24T03:00Z', '2026-10-24T15:00Z', '2026-10-25T04:00Z', '2026-10-25T16:00Z'],
  },
]

const iso = (date: Date) => date.toISOString().replace(':00.000Z', 'Z')

describe('dates by the clock of the farm', () => {
  test.for(tables)('$what', ({ dates, recurrence, startsAt, timezone }) => {
    const preview = previewOf({ recurrence, startsAt, timezone })
    expect(preview.map(date => iso(new Date(date))).slice(0, dates.length)).toEqual(dates)
  })
})

const weekly = { recurrence: 'FREQ=WEEKLY;BYDAY=MO', startsAt: '2026-11-02T07:00', timezone: 'UTC', exceptions: [] }

test('an omitted occurrence is missing, in ranges and in the next ones', () => {
  const series = { ...weekly, exceptions: [new Date('2026-11-09T07:00Z')] }
  const range = occurrencesBetween(series, new Date('2026-11-01'), new Date('2026-11-30'))
  expect(range.map(iso)).toEqual(['2026-11-02T07:00Z', '2026-11-16T07:00Z', '2026-11-23T07:00Z'])
  expect(nextOccurrence(series, new Date('2026-11-02T07:00Z'))).toEqual(new Date('2026-11-16T07:00Z'))
})

test('a rule that ends has no occurrence after its end', () => {
  for (const recurrence of ['FREQ=DAILY;COUNT=2', 'FREQ=DAILY;UNTIL=20261103', 'FREQ=DAILY;UNTIL=20261103T070000Z'])
    expect(previewOf({ ...weekly, recurrence }).map(date => iso(new Date(date)))).toEqual([
      '2026-11-02T07:00Z',
      '2026-11-03T07:00Z',
    ])
  expect(nextOccurrence({ ...weekly, recurrence: 'FREQ=DAILY;COUNT=2' }, new Date('2026-11-03T07:00Z'))).toBeNull()
})

/** They cost as much as a rule may: each was worked out for up to a minute once, or is of those kinds. */
const dear = [
  'FREQ=YEARLY;BYSETPOS=366;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2;BYMONTH=1',
  'FREQ=YEARLY;BYSETPOS=-366;BYMONTHDAY=1;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,31',
  'FREQ=HOURLY;BYYEARDAY=366;BYMONTH=1;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12',
  'FREQ=YEARLY;BYWEEKNO=1,2,3,4,5,6,7,8,9,10;BYMONTH=8;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  'FREQ=HOURLY;INTERVAL=24;BYHOUR=9;BYDAY=MO',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;BYMONTH=2,4,6,9,11',
]

test('a rule that means no day is refused, after work that nobody notices', () => {
  for (const recurrence of [...dear, 'FREQ=WEEKLY;BYDAY=1MO;BYSETPOS=9']) {
    const begun = process.threadCpuUsage().user
    expect(() => previewOf({ ...weekly, recurrence }), recurrence).toThrow('invalid')
    expect(process.threadCpuUsage().user - begun, recurrence).toBeLessThan(150_000)
  }
})

test('a rule that means something is found however rare it is, and however long ago it began', () => {
  const first = (recurrence: string, startsAt = '1900-01-01T07:00') =>
    nextOccurrence({ ...weekly, startsAt, recurrence }, new Date('2026-11-28T12:00Z'))
  for (const [recurrence, moment] of [
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29T07:00Z'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU', '2032-02-29T07:00Z'],
    ['FREQ=HOURLY;BYMONTH=12;BYMONTHDAY=24;BYHOUR=18', '2026-12-24T18:00Z'],
    ['FREQ=HOURLY', '2026-11-28T13:00Z'],
    ['FREQ=WEEKLY;COUNT=9999', '2026-11-30T07:00Z'],
    ['FREQ=DAILY;INTERVAL=9999', '2036-11-18T07:00Z'],
    ['FREQ=YEARLY;INTERVAL=100', '2100-01-01T07:00Z'],
  ] as const) {
    const begun = process.threadCpuUsage().user
    expect(first(recurrence), recurrence).toEqual(new Date(moment))
    expect(process.threadCpuUsage().user - begun, recurrence).toBeLessThan(150_000)
  }
})

test('a forbidden part of a rule is refused by name, and an allowed one is not', () => {
  const refused = (rule: string) => {
    const { error } = Recurrence.safeParse(rule)
    return error?.issues.map(issue => ('params' in issue ? Object.values(issue.params ?? {}).join(' ') : issue.code))
  }
  for (const [rule, part] of [
    ['FREQ=MONTHLY;BYMONTHDAY=99', 'BYMONTHDAY=99'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,0', 'BYMONTHDAY=0'],
    ['FREQ=DAILY;BYHOUR=25', 'BYHOUR=25'],
    ['FREQ=DAILY;BYMINUTE=60', 'BYMINUTE=60'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH=13'],
    ['FREQ=YEARLY;BYYEARDAY=-367', 'BYYEARDAY=-367'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO=54'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY=1MO'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY=6MO'],
    ['FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=3', 'BYDAY=1MO'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS=1'],
    ['FREQ=YEARLY;BYSETPOS=999;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2', 'BYSETPOS=999'],
    ['FREQ=WEEKLY;BYMONTHDAY=13', 'BYMONTHDAY=13'],
    ['FREQ=MONTHLY;BYWEEKNO=10', 'BYWEEKNO=10'],
    ['FREQ=DAILY;UNTIL=20261399', 'UNTIL=20261399'],
    ['FREQ=DAILY;UNTIL=20260230T070000Z', 'UNTIL=20260230T070000Z'],
  ] as const)
    expect(refused(rule), rule).toEqual([`recurrence_part ${part}`])
  for (const rule of [
    'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=7,19',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    'FREQ=YEARLY;BYDAY=53TH',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,TU',
    'FREQ=DAILY;COUNT=365',
    'FREQ=DAILY;UNTIL=20260228T235959Z',
    'FREQ=HOURLY;BYDAY=MO;BYHOUR=0,23;BYMINUTE=59',
  ])
    expect(refused(rule), rule).toBeUndefined()
})

test('older rules with missing dates mean what they meant', () => {
  const dates = (recurrence: string) =>
    previewOf({ ...weekly, recurrence })
      .slice(0, 2)
      .map(date => date.slice(0, 16))
  expect(dates('FREQ=MONTHLY;BYMONTHDAY=99,5')).toEqual(dates('FREQ=MONTHLY;BYMONTHDAY=5'))
  expect(dates('FREQ=MONTHLY;BYMONTHDAY=99')).toEqual(dates('FREQ=MONTHLY'))
  expect(dates('FREQ=DAILY;BYHOUR=25')).toEqual(dates('FREQ=DAILY'))
  expect(dates('FREQ=WEEKLY;BYDAY=1MO,TU')).toEqual(dates('FREQ=WEEKLY;BYDAY=MO,TU'))
  expect(dates('FREQ=WEEKLY;BYMONTHDAY=13')).toEqual(['2026-11-13T07:00', '2026-12-13T07:00'])
})

test('counted from completion, the rule restarts on the day of completion', () => {
  const after = (recurrence: string, done: string) => {
    const next = occurrenceAfterDone({ ...weekly, recurrence, timezone: 'Europe/Budapest' }, new Date(done))
    return next && iso(next)
  }
  expect(after('FREQ=DAILY;INTERVAL=3', '2026-11-05T15:00Z')).toBe('2026-11-08T06:00Z')
  // Half past midnight in Budapest is the next day there.
  expect(after('FREQ=DAILY;INTERVAL=3', '2026-11-05T23:30Z')).toBe('2026-11-09T06:00Z')
  expect(after('FREQ=WEEKLY;BYDAY=MO', '2026-11-05T15:00Z')).toBe('2026-11-09T06:00Z')
  expect(after('FREQ=MONTHLY;COUNT=5', '2026-11-05T15:00Z')).toBe('2026-12-05T06:00Z')
})

test('a series that is cut in two has each occurrence in one of the parts', () => {
  const recurrence = 'FREQ=DAILY;COUNT=6'
  const cut = new Date('2026-11-05T07:00Z')
  const first = previewOf({ ...weekly, recurrence: endedBefore(recurrence, cut) })
  const second = previewOf({ ...weekly, recurrence: withFewer(recurrence, 3), startsAt: '2026-11-05T07:00' })
  expect([...first, ...second]).toEqual(previewOf({ ...weekly, recurrence }))
})

test('random rules give what a walk over every day of the calendar gives', () => {
  // Two begin in the hour that clocks skip.
  for (const seed of [4344, 5648, ...Array.from({ length: 300 }, (_, index) => index + 1)]) {
    const series = randomSeries(seed)
    expect({ seed, ...series, dates: occurrencesBetween(series, series.from, series.to).map(iso) }).toEqual({
      seed,
      ...series,
      dates: naiveOccurrences(series).map(iso),
    })
  }
})
