/** `tend doctor`: the checks of the health page at a terminal, also while tend does not run. */
import { type Area, type AreaHealth, factForms } from '#shared/system/health.ts'
import { addressOf, type Config } from '../lib/config/config.ts'
import { noTenant, openPools, shortReads, withDatabase } from '../lib/db/pools.ts'
import { loadTexts } from '../lib/texts.ts'
import { checkHealth } from './checks.ts'

export type Diagnosis = Awaited<ReturnType<typeof checkHealth>>

/** Checks a tend by its settings and its database. */
export async function diagnose(config: Config, ownerUrl: string): Promise<Diagnosis> {
  const pools = openPools(ownerUrl, { requests: 1, jobs: 1, deliveries: 1 }, () => {})
  const readsOf = (pool: typeof pools.platform) => shortReads(work => withDatabase(pool, noTenant, false, work))
  try {
    return await checkHealth({
      config,
      db: readsOf(pools.platform),
      app: readsOf(pools.isolated),
      now: new Date(),
      address: addressOf(config),
    })
  } finally {
    await pools.close()
  }
}

const signs = { ok: '✓', attention: '!', failed: '✗' }

/** A diagnosis as lines of English. */
export async function describeDiagnosis({ areas, details }: Diagnosis): Promise<string> {
  const t = (await loadTexts())('en') as (key: string, values?: object) => string
  const lines = areas.flatMap(health => [
    [signs[health.light], line(t(`system.areas.${health.area}`), t(`system.lights.${health.light}`))].join(' '),
    `  ${t(`system.advice.${health.area}.${health.advice}`)}`,
    ...factsOf(health).map(([name, value]) => `    ${line(t(`system.facts.${name}`), value ?? t('system.unknown'))}`),
  ])
  const letters = details.filter(({ kind }) => kind === 'letter')
  return [...lines, ...letters.map(({ name, at, reason }) => `    ${at} ${name}: ${reason}`)].join('\n')
}

const line = (label: string, value: string | number) => `${label}: ${value}`

function factsOf({ area, facts }: AreaHealth): [string, string | number | null][] {
  return Object.keys(factForms[area as Area])
    .filter(name => name in facts)
    .map(name => [name, facts[name] ?? null])
}
