/** The certificate of TLS=auto by the clock: one node gets it, all serve it. */
import { sql } from 'drizzle-orm'
import type { Services } from '../lib/context.ts'
import { clientOf, type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import { acmeNames, type Challenge, isDue, orderCertificate, stateOf } from '../lib/http/acme.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { writeKept } from '../lib/security/keptSettings.ts'

/** A node that ends while it gets a certificate leaves the work to others after that. */
const claim = 'acme.claim'
const claimed = sql`interval '10 minutes'`

type Needs = Pick<Services, 'config' | 'pools' | 'settings' | 'realtime' | 'log'>

export const renewCertificates: Job<object> = {
  name: 'certificates.renew',
  schedule: '*/15 * * * *',
  work:
    async (_, { services }) =>
    () =>
      renewCertificate(services),
}

/** Gets a certificate where one is due and no other node does it, and notes how that ended. */
export async function renewCertificate({ config, pools, settings, realtime, log }: Needs): Promise<void> {
  const { acme, dataDir } = config
  if (!acme || !isDue(config, settings.kept, new Date())) return
  const inDatabase = <T>(work: (db: Database) => Promise<T>) => withDatabase(pools.jobs, noTenant, true, work)
  const write = async (values: Record<string, string | null>) => {
    await inDatabase(async db => {
      await writeKept(clientOf(db), config, values)
      await realtime.tellSettings(db)
    })
    await settings.reload()
  }
  if (!(await inDatabase(takeClaim))) return
  const before = stateOf(settings.kept)
  const failures = before?.of === JSON.stringify(acme) ? before.failures : 0
  const type: Challenge['type'] = acme.httpPort && failures % 2 === 0 ? 'http-01' : 'tls-alpn-01'
  const stateWith = (reason: string | null) =>
    JSON.stringify({
      ...{ of: JSON.stringify(acme), triedAt: new Date().toISOString(), reason },
      failures: reason === null ? 0 : failures + 1,
    })
  try {
    const publish = (challenges: Challenge[]) => write({ [acmeNames.challenges]: JSON.stringify(challenges) })
    const got = await orderCertificate({ acme, dataDir, kept: settings.kept, type, publish })
    await write({ ...got, [acmeNames.state]: stateWith(null), [claim]: null })
    log.warn({ names: acme.names }, 'The certificate was renewed')
  } catch (error) {
    const reason = `${type}: ${(error as Error).message}`.slice(0, 500)
    log.error({ reason }, 'No certificate could be got')
    await write({ [acmeNames.state]: stateWith(reason), [acmeNames.challenges]: null, [claim]: null })
  }
}

async function takeClaim(db: Database): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`insert into platform_settings (name, value) values (${claim}, '')
        on conflict (name) do update set changed_at = now()
        where platform_settings.changed_at < now() - ${claimed} returning name`,
  )
  return rowCount === 1
}
