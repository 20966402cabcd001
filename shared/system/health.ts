/**
 * What the health page of the platform and `tend doctor` say: a light for each of five areas, with one sentence that
 * says what to do, and the facts that it rests on.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Time } from '../lib/fields.ts'
import { settingNames } from '../lib/settingNames.ts'

/** A setting that the platform's admins change on the health page. */
export const Setting = z
  .object({
    name: z.enum(settingNames),
    /** Null where none is set, and for secrets. */
    value: z.string().nullable(),
    is_set: z.boolean(),
    from: z.enum(['environment', 'page', 'default']),
    /** Saved, and takes effect with the next start. */
    needs_restart: z.boolean(),
    /** Kept, and not in force: its key is not here, or its value is wrong. */
    is_unused: z.boolean(),
  })
  .meta({ id: 'Setting' })
export type Setting = z.infer<typeof Setting>

/** Hours after which the newest backup is too old: a night that was missed, and half a day to notice. */
export const maxBackupAgeHours = 36

export const areas = ['email', 'address', 'data', 'backups', 'work'] as const
export type Area = (typeof areas)[number]

/** From the best to the worst. */
export const lights = ['ok', 'attention', 'failed'] as const
export type Light = (typeof lights)[number]

/** The sentences of each area, the most urgent first, with their lights. */
export const advices = {
  email: { undelivered: 'failed', off: 'attention', ok: 'ok' },
  address: {
    uncertified: 'failed',
    expired: 'failed',
    socket: 'failed',
    forwarded: 'failed',
    clock: 'failed',
    unrenewed: 'attention',
    expires: 'attention',
    insecure: 'attention',
    differs: 'attention',
    unset: 'attention',
    unchecked: 'ok',
    ok: 'ok',
  },
  data: { full: 'failed', filling: 'attention', slow: 'attention', connections: 'attention', unknown: 'ok', ok: 'ok' },
  backups: {
    failed: 'failed',
    unsound: 'failed',
    old: 'failed',
    never: 'attention',
    off: 'attention',
    log: 'attention',
    missing: 'attention',
    sameDisk: 'ok',
    ok: 'ok',
  },
  work: {
    stuck: 'failed',
    versions: 'attention',
    letters: 'attention',
    errors: 'attention',
    support: 'attention',
    newer: 'ok',
    ok: 'ok',
  },
} as const satisfies Record<Area, Record<string, Light>>

/** The facts of each area in their order, and how each is written: a `word` has a text of its own. */
export const factForms = {
  email: { server: 'text', sender: 'text', waiting: 'number', undelivered: 'number' },
  address: {
    public_url: 'text',
    scheme: 'text',
    host: 'text',
    your_address: 'text',
    proxy: 'word',
    tls: 'word',
    tls_until: 'time',
    tls_error: 'text',
    socket: 'word',
    clock: 'seconds',
  },
  data: {
    database: 'text',
    database_size: 'bytes',
    connections: 'number',
    connections_max: 'number',
    longest: 'seconds',
    files: 'number',
    files_size: 'bytes',
    folder: 'text',
    disk_free: 'bytes',
    disk_size: 'bytes',
  },
  backups: {
    newest: 'time',
    newest_folder: 'text',
    newest_size: 'bytes',
    missing: 'number',
    moments: 'word',
    log_until: 'time',
    log_error: 'text',
    proved: 'time',
    proof: 'word',
    proof_error: 'text',
    last: 'word',
    last_at: 'time',
    last_error: 'text',
    hour: 'hour',
    folder: 'text',
  },
  work: {
    version: 'text',
    newer_version: 'text',
    newer_error: 'text',
    waiting: 'number',
    oldest: 'time',
    letters: 'number',
    errors: 'number',
    support: 'number',
    support_since: 'time',
  },
} as const satisfies Record<Area, Record<string, 'text' | 'word' | 'number' | 'bytes' | 'seconds' | 'time' | 'hour'>>

/** A fact that is null cannot be known where the check ran; one that does not apply is absent. */
export type Facts = Record<string, string | number | null>

export const AreaHealth = z
  .object({
    area: z.enum(areas),
    light: z.enum(lights),
    /** What to do, by name. */
    advice: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  })
  .meta({ id: 'AreaHealth' })
export type AreaHealth = z.infer<typeof AreaHealth>

export const Health = z
  .object({
    made_at: Time,
    areas: z.array(AreaHealth),
    settings: z.array(Setting),
    /** Undelivered letters, queues, nodes and errors, at most 50 of each kind. */
    details: z.array(
      z.object({
        kind: z.enum(['letter', 'queue', 'node', 'error']),
        id: z.string(),
        name: z.string(),
        count: z.int(),
        at: Time.nullable(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

const access = ['manage', 'Company'] as const

export const health = contract({
  get: {
    summary: 'Read the health of this tend',
    method: 'GET',
    path: '/system/health',
    access,
    isolation: 'platform',
    keys: 'open',
    input: z.object({}),
    returns: Health,
  },
  backUp: {
    summary: 'Back up now',
    method: 'POST',
    path: '/system/backup',
    access,
    isolation: 'platform',
    afterPlanEnd: 'open',
    input: z.object({}),
    returns: z.null(),
  },
  testEmail: {
    summary: 'Send a test email to the caller',
    method: 'POST',
    path: '/system/test-email',
    access,
    isolation: 'platform',
    afterPlanEnd: 'open',
    input: z.object({}),
    /** The mail server's answer where it refused. */
    returns: z.string().nullable(),
  },
  settleLetter: {
    summary: 'Deliver or discard an undelivered letter',
    method: 'POST',
    path: '/system/letter/:id',
    access,
    isolation: 'platform',
    afterPlanEnd: 'open',
    input: z.object({ id: z.uuid(), action: z.enum(['deliver', 'discard']) }),
    returns: z.null(),
  },
  changeSettings: {
    summary: 'Change settings, which are tried first',
    problems: ['too_many_requests'],
    method: 'PUT',
    path: '/system/settings',
    access,
    isolation: 'platform',
    afterPlanEnd: 'open',
    counted: { name: 'settings', tries: 30, seconds: 600 },
    input: z.object({
      /** Null returns to the default. */
      changes: z
        .array(z.object({ name: z.enum(settingNames), value: z.string().trim().min(1).max(1_000).nullable() }))
        .min(1)
        .max(settingNames.length),
    }),
    returns: z.null(),
  },
})

/** The health of an area by what applies: the most urgent of these sentences. */
export function judged<Of extends Area>(
  area: Of,
  applies: Partial<Record<keyof (typeof advices)[Of], boolean>>,
  facts: Partial<Record<keyof (typeof factForms)[Of], string | number | null | undefined>>,
): AreaHealth {
  const found = Object.entries(advices[area] as Record<string, Light>).find(
    ([advice]) => advice === 'ok' || (applies as Record<string, boolean>)[advice],
  )
  const [advice = 'ok', light = 'ok'] = found ?? []
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  return { area, light, advice, facts: Object.fromEntries(known) as Facts }
}

/** What only a browser knows of the address. */
export type BrowserSight = { origin: string; isSecure: boolean; isSocketOpen: boolean; now: number }

/** Seconds that the clocks of browser and server may differ. */
const maxClockSeconds = 60

/** The address as the server found it, with what the browser sees. */
export function withBrowser(address: AreaHealth, madeAt: string, browser: BrowserSight): AreaHealth {
  const { facts } = address
  const clock = Math.round((browser.now - Date.parse(madeAt)) / 1000)
  const isAsked = browser.origin === `${facts.scheme}://${facts.host}`
  const isPublic = !facts.public_url || browser.origin === facts.public_url
  const seen = judged(
    'address',
    {
      socket: !browser.isSocketOpen,
      clock: Math.abs(clock) > maxClockSeconds,
      insecure: !browser.isSecure,
      differs: !isAsked || !isPublic,
    },
    { ...facts, socket: browser.isSocketOpen ? 'open' : 'closed', clock },
  )
  const urgency = Object.keys(advices.address)
  const isSeenWorse = urgency.indexOf(seen.advice) < urgency.indexOf(address.advice)
  return isSeenWorse ? seen : { ...address, facts: seen.facts }
}
