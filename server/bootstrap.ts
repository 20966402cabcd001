import { rm } from 'node:fs/promises'
import { restoreFolder } from './lib/backup/restoreRequest.ts'
import type { Config } from './lib/config/config.ts'
import { noteServed } from './lib/versions/versions.ts'
import type { Running } from './start.ts'

/**
 * Lets a tend that is up be asked; where it answers. The first of several processes also fills in a demo, and says how
 * somebody becomes the administrator where nobody is.
 */
export async function bootstrap(tend: Running, config: Config, isFirst: boolean, say: (line: string) => void) {
  if (isFirst && config.demo) {
    const { seedDemo } = await import('./seeds/demo/seed.ts')
    await seedDemo(tend.services, say)
  }
  // People may write from now on, so no failure returns to the version before this one.
  noteServed(config.dataDir, config.version)
  await tend.app.listen({ port: config.port, host: config.host })
  const address = config.publicUrl ?? tend.app.listeningOrigin
  if (isFirst) {
    if (!config.smtpUrl) say('Email is not set up (SMTP_URL): links are shown in the app, to hand over')
    const { firstAdministratorAddress } = await import('./accounts/register.ts')
    const first = await firstAdministratorAddress(tend.services, address)
    // Uploaded backups are of no use any more once somebody has an account.
    if (!first) await rm(restoreFolder(config), { recursive: true, force: true })
    else say(`\nNobody administers this tend yet. Open this address once to become its administrator:\n  ${first}\n`)
  }
  return address
}
