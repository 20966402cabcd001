/** The command `tend`: starts it, backs it up, restores and verifies backups, helps administrators. */
import { Command } from 'commander'
import { Client } from 'pg'
import { keepsLog } from './lib/backup/archiver.ts'
import { backUp } from './lib/backup/backUp.ts'
import { backUpBase } from './lib/backup/baseBackup.ts'
import { Opener, secretsOf } from './lib/backup/encryption.ts'
import { restore } from './lib/backup/restore.ts'
import { disksOf } from './lib/backup/restoreRequest.ts'
import { doneOf, type Run, recordRun } from './lib/backup/runs.ts'
import { findDamage, listSnapshots, readManifest } from './lib/backup/snapshot.ts'
import {
  addressOf,
  type Config,
  describeSettings,
  placeOf,
  readConfig,
  versionOf,
  wantsDemo,
} from './lib/config/config.ts'
import { claimDataFolder } from './lib/config/dataFolder.ts'
import type { Services } from './lib/context.ts'
import { noTenant } from './lib/db/pools.ts'
import { storageAt } from './lib/files/s3Storage.ts'
import type { Storage } from './lib/files/storage.ts'
import { reachPostgres, startPostgres } from './lib/postgres/embedded.ts'
import { applyAtStart, readKeptAt } from './lib/security/keptSettings.ts'
import { fingerprintOf } from './lib/security/signing.ts'
import { listRunning } from './lib/versions/switching.ts'
import { readCurrent } from './lib/versions/versions.ts'

/** How a command ended, for scripts: it failed, or what was verified or checked is not as it should be. */
const exitCodes = { failed: 1, damaged: 2 }

const version = versionOf()
/** The secret is read from a file or the environment, because others on the machine see what a command is given. */
const secretFile = ['--passphrase-file <file>', 'file with the passphrase or the secret key'] as const
type Restored = Named & { at?: string; dryRun?: boolean }
type Named = { backup?: string; company?: string; passphraseFile?: string }

const program = new Command('tend')
  .description('Welfare and workplace management, on your own server. Settings come from the environment.')
  .version(version)
  .option('--demo', "for the demo's data folder")
  .option('--json', 'write the result as one line of JSON, and no progress')
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 something is not as it should be (verify, doctor).')

program
  .command('start', { isDefault: true })
  .description('start tend; the same as npm start')
  .addHelpText('after', example('PORT=8080 DATA_DIR=/srv/tend tend start'))
  .action(() => void import('./main.ts'))

program
  .command('demo')
  .description('start tend with demo companies, in a data folder of its own; the same as npm run demo')
  .addHelpText('after', example('DEMO_PASSWORD=a-long-one tend demo'))
  .action(() => void import('./main.ts'))

program
  .command('backup')
  .description('back up the database and the files, while people work')
  .argument('[folder]', 'where backups are kept, or s3://bucket/folder; without it BACKUP_DIR')
  .option('--company <id or name>', 'this company alone, into a folder of its own')
  .option(...secretFile)
  .addHelpText('after', example('tend backup /mnt/disk/tend-backups'))
  .addHelpText('after', '  tend backup --company "Green Valley" /mnt/disk/green-valley')
  .action(async (folder: string | undefined, { company, passphraseFile }: Named) => {
    if (company !== undefined) return exportCompany(company, folder, passphraseFile)
    const { name, manifest } = await backUpTo(settings(), folder, passphraseFile)
    const { rows, files } = doneOf({ name, manifest })
    report(
      { name, tables: manifest.tables.length, rows, files, missing: manifest.files.missing },
      `Backup ${name}: ${rows} rows in ${manifest.tables.length} tables, ${files} files`,
    )
  })

program
  .command('backups')
  .description('list the backups of a folder')
  .argument('[folder]', 'where backups are kept, or s3://bucket/folder; without it BACKUP_DIR')
  .addHelpText('after', example('tend backups /mnt/disk/tend-backups'))
  .action(async (folder: string | undefined) => {
    const names = await listSnapshots(targetOf(await knownSettings(), folder))
    report({ backups: names }, names.length === 0 ? 'There are no backups here.' : names.join('\n'))
  })

program
  .command('verify')
  .description('check that a backup is whole and unchanged')
  .argument('[folder]', 'where backups are kept, or s3://bucket/folder; without it BACKUP_DIR')
  .option('--backup <name>', 'which one; the newest without it')
  .option(...secretFile)
  .addHelpText('after', example('tend verify /mnt/disk/tend-backups --backup 2026-11-29T03-00-00Z'))
  .action(async (folder: string | undefined, { backup, passphraseFile }: Named) => {
    const config = await knownSettings()
    const target = targetOf(config, folder)
    const name = backup ?? (await newest(target))
    const manifest = await readManifest(target, name)
    const secrets = secretsOf(config.backups.secrets, passphraseFile)
    const isEncrypted = manifest.tables.some(({ key }) => key)
    // Damage is found without the secret. One that is given has to fit.
    const opener = new Opener(target, secrets)
    if (secrets.passphrase || secrets.identity) for (const { key } of manifest.tables) await opener.requireKey(key)
    const damage = await findDamage(target, manifest)
    const signedBy = fingerprintOf(manifest.public_key)
    const verdict = damage.length === 0 ? 'is whole' : `is damaged:\n  ${damage.join('\n  ')}`
    report(
      { name, damage, signed_by: signedBy, encrypted: isEncrypted },
      `Backup ${name} ${verdict}\nSigned by key ${signedBy}`,
    )
    if (damage.length > 0) process.exitCode = exitCodes.damaged
  })

program
  .command('doctor')
  .description('check email, address, database, disk, backups and queues, as the health page does')
  .addHelpText('after', example('tend doctor --json'))
  .action(async () => {
    // Some checks are features' answers, which the registry brings together.
    const [{ diagnose, describeDiagnosis }] = await Promise.all([import('./system/doctor.ts'), import('./registry.ts')])
    const config = settings()
    const database = await databaseOf(config)
    await addKept(config, database.url)
    try {
      const diagnosis = await diagnose(config, database.url)
      report(diagnosis, await describeDiagnosis(diagnosis))
      if (diagnosis.areas.some(({ light }) => light === 'failed')) process.exitCode = exitCodes.damaged
    } finally {
      await database.stop()
    }
  })

program
  .command('restore')
  .description('restore a backup into an empty data folder or DATABASE_URL, while tend is stopped')
  .argument('[folder]', 'where backups are kept, or s3://bucket/folder; without it BACKUP_DIR')
  .option('--backup <name>', 'which one; the newest without it')
  .option('--at <moment>', 'as it was at a moment, such as "2026-11-28 14:05" by this machine\'s clock, or latest')
  .option(...secretFile)
  .option('--company <id or name>', 'this company alone, as a new one beside those of a tend that may be running')
  .option('--dry-run', 'with --company: say what would come, and who is known here, and change nothing')
  .addHelpText('after', example('DATA_DIR=/srv/tend tend restore /mnt/disk/tend-backups'))
  .addHelpText('after', '  tend restore --company "Green Valley" --dry-run /mnt/disk/green-valley')
  .action(async (folder: string | undefined, { backup, at, company, dryRun, passphraseFile }: Restored) => {
    if (company !== undefined)
      return bringCompany(company, folder, { backup, passphraseFile, isTrial: dryRun ?? false })
    if (dryRun) throw new Error('--dry-run goes with --company.')
    const config = settings()
    const target = targetOf(config, folder)
    if (at !== undefined) return restoreAt(config, target, momentOf(at), passphraseFile)
    const name = backup ?? (await newest(target))
    claimDataFolder(config)
    const database = config.databaseUrl
      ? { url: config.databaseUrl, stop: async () => {} }
      : await startPostgres({ dataDir: config.dataDir, log: () => {} })
    try {
      const manifest = await restore({
        ownerUrl: database.url,
        storage: filesOf(config),
        target,
        name,
        secrets: secretsOf(config.backups.secrets, passphraseFile),
        disks: disksOf(config),
        prepare: () => prepareQueue(database.url),
        onProgress: progress('Restoring'),
      })
      report(
        { name, made_at: manifest.made_at, tend: manifest.tend, missing: manifest.files.missing },
        `Restored backup ${name}, made by tend ${manifest.tend}. Start tend to go on with it.`,
      )
    } finally {
      await database.stop()
    }
  })

program
  .command('update')
  .description('install another version, try it on a copy of the data, and restart a running tend with it')
  .argument('<version>', 'a file that npm pack made, or a version that the registry of npm has')
  .option('--later', 'restart nothing now; the next start runs it')
  .addHelpText('after', example('tend update ./tend-1.4.0.tgz'))
  .action(async (wanted: string, { later = false }: { later?: boolean }) => {
    const config = settings()
    const { dataDir } = config
    const [{ update }, { whenFollowed }] = await Promise.all([
      import('./lib/versions/update.ts'),
      import('./lib/versions/rollBack.ts'),
    ])
    let others = 0
    let isRunning = false
    const made = await update({
      ...{ dataDir, wanted, version, say: line => tell(`${line} …\n`) },
      backUp: async () => ({ name: (await backUpTo(config)).name, folder: config.backups.folder }),
      look: async migrations => {
        const use = await useOfDatabase(config)
        others = use.others
        isRunning = listRunning(dataDir).length > 0
        return { waitsForStart: later || (others > 0 && migrations.length > 0), bytes: use.bytes }
      },
    })
    const shared = made.migrations.length === 0
    const isAlone = shared || others === 0
    const { readyWithin = 0 } = readCurrent(dataDir) ?? {}
    const isRestarting = isRunning && isAlone && !later
    if (isRestarting) tell(`Restarting with tend ${made.version} …\n`)
    const serving = isRestarting ? await whenFollowed(dataDir, readyWithin + restartMs) : null
    const result = { ...made, shares_schema: shared, serving, other_nodes: others }
    if (serving !== null && serving !== made.version) {
      report(result, `tend ${made.version} does not start. tend ${serving} serves again, with its data as it was.`)
      process.exitCode = exitCodes.failed
      return
    }
    const schema = shared ? 'It shares the schema with' : `It changes the schema (${made.migrations.join(', ')}) of`
    const nodes = shared
      ? 'Run tend update on them too, one after the other.'
      : 'Run tend update there too, then stop all, and start one first: it changes the database for all.'
    report(
      result,
      [
        `tend ${made.version} works on a copy of the data.`,
        serving ? 'It serves now.' : 'It runs from the next start on.',
        `${schema} tend ${version}.`,
        others > 0 ? `${others} other nodes use this database. ${nodes}` : '',
        `tend rollback returns to tend ${version}.`,
      ]
        .filter(Boolean)
        .join('\n'),
    )
  })

program
  .command('rollback')
  .description('return to the version before the last update, also over a changed schema')
  .option('--yes', 'without asking, also where something written since the update is lost')
  .addHelpText('after', example('tend rollback'))
  .action(async ({ yes = false }: { yes?: boolean }) => {
    const config = settings()
    const { dataDir } = config
    const [{ findWayBack, nameFormer, whenFollowed }, { finishReturn }] = await Promise.all([
      import('./lib/versions/rollBack.ts'),
      import('./lib/versions/keptDatabase.ts'),
    ])
    const isRunning = listRunning(dataDir).length > 0
    const database = await databaseOf(config)
    const way = await findWayBack(dataDir, database.url)
      .then(async found => {
        const { others } = await useOfDatabase(config)
        if (found.lost && others > 0)
          throw new Error(`${others} other nodes use this database, whose schema has changed. Stop them first.`)
        if (found.lost && !yes) await confirmLoss(found.lost)
        const record = nameFormer(dataDir, found)
        if (found.lost && !isRunning)
          await finishReturn({ dataDir, ownerUrl: database.url, isOwnDisk: !config.databaseUrl, say: tell }, record)
        return found
      })
      .finally(database.stop)
    const serving = isRunning ? await whenFollowed(dataDir, restartMs) : null
    report(
      { version: way.to, from: way.from, serving, lost: way.lost?.written ?? [] },
      `tend ${way.to} ${serving ? 'serves now.' : 'runs from the next start on.'}`,
    )
  })

const admin = program.command('admin').description('help an administrator who cannot sign in')

admin
  .command('link')
  .description('make a link, good once and for an hour, by which an administrator chooses a new password')
  .argument('[email]', 'whose; without it the only administrator')
  .addHelpText('after', example('tend admin link anna@farm.example'))
  .action(async (email: string | undefined) => {
    const { administratorLink } = await import('./accounts/machineCommands.ts')
    const made = await onMachine((machine, config) => administratorLink(machine, addressOf(config), email))
    report(made, `${made.email ?? 'The first administrator'} opens this address:\n  ${made.address}`)
  })

admin
  .command('second-factor-off')
  .description('turn off the second factors of somebody who has lost them, passkeys too; their password stays')
  .argument('<email>', 'whose')
  .addHelpText('after', example('tend admin second-factor-off anna@farm.example'))
  .action(async (email: string) => {
    const { removeTwoFactor } = await import('./accounts/machineCommands.ts')
    await onMachine(machine => removeTwoFactor(machine, email))
    report({ email }, `The second factor of ${email} is off.`)
  })

const move = program.command('move').description('move what tend keeps to another place')

move
  .command('files')
  .description('copy all uploaded files to another place, while people work; again, it copies only what is new')
  .argument('<place>', 'a folder, or s3://bucket/folder')
  .addHelpText('after', example('tend move files s3://farm/tend'))
  .action(async (place: string) => {
    const { moveFiles } = await import('./lib/files/moveFiles.ts')
    const config = await knownSettings()
    const to = storageAt(placeOf(place), config.s3)
    const moved = await moveFiles(filesOf(config), to, progress('Copying files'))
    report(
      { ...moved, from: config.files, to: to.folder },
      `${moved.copied} files copied, ${moved.there} were there. Set FILES_STORAGE=${to.folder} and restart tend. ` +
        `Then run this once more with FILES_STORAGE=${config.files}, where the files stay until you remove them.`,
    )
  })

program
  .command('config')
  .description('print the settings as they take effect, and where each is from; secrets are hidden')
  .addHelpText('after', example('tend config | grep page'))
  .action(async () => {
    const described = describeSettings(await knownSettings())
    const width = Math.max(...described.map(({ name }) => name.length))
    const line = ({ name, value, from }: (typeof described)[number]) =>
      `${name.padEnd(width)}  ${value ?? '(none)'}  (${from})`
    report({ settings: described }, described.map(line).join('\n'))
  })

program
  .command('version')
  .description('print the version of tend and of the Node that runs it')
  .addHelpText('after', example('tend version --json'))
  .action(() => report({ version, node: process.versions.node }, `tend ${version}, Node ${process.versions.node}`))

const settings = () => readConfig(process.env, { demo: wantsDemo(), version })

/** Adds the settings of the health page, which lie in the database. */
async function addKept(config: Config, ownerUrl: string): Promise<Config> {
  const fault = applyAtStart(config, (await readKeptAt(ownerUrl, config)).values)
  if (fault) console.error(`The settings of the health page cannot be used: ${fault}`)
  return config
}

/** The settings with those of the health page, where there is a database that can be asked. */
async function knownSettings(): Promise<Config> {
  const config = settings()
  const database = await databaseOf(config).catch((error: Error) => {
    console.error(`Without the settings of the health page: ${error.message}`)
    return undefined
  })
  if (!database) return config
  try {
    return await addKept(config, database.url)
  } catch (error) {
    console.error(`Without the settings of the health page: ${(error as Error).message}`)
    return config
  } finally {
    await database.stop()
  }
}

/** How long stopping takes, and starting a version that has served before. */
const restartMs = 120_000

/** How large the database is, and how many nodes use it that do not run on this data folder. */
async function useOfDatabase(config: Config): Promise<{ others: number; bytes: number }> {
  const { usageOf } = await import('./lib/versions/keptDatabase.ts')
  const database = await databaseOf(config)
  try {
    const { nodes, bytes } = await usageOf(database.url)
    const own = listRunning(config.dataDir).reduce((sum, { processes }) => sum + processes, 0)
    return { others: config.databaseUrl ? Math.max(0, nodes - own) : 0, bytes }
  } finally {
    await database.stop()
  }
}

/** @throws Error where nobody at a terminal says that what was written may be lost */
async function confirmLoss({ since, written }: { since: string; written: { table: string; rows: number }[] }) {
  const list = written.map(({ table, rows }) => `  ${rows} in ${table.replaceAll('_', ' ')}`).join('\n')
  const words =
    `The database comes back as it was at ${new Date(since).toLocaleString()}, before the update. ` +
    (written.length > 0 ? `Since then was added, and is lost to people:\n${list}` : 'Nothing was added since then.')
  if (program.opts().json || !process.stdin.isTTY) throw new Error(`${words}\nRun it with --yes to go on.`)
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${words}\nReturn all the same? Type yes: `)
  terminal.close()
  if (answer.trim() !== 'yes') throw new Error('Nothing was changed.')
}

/** Backs up into a folder, and notes for the health page how that ended. */
async function backUpTo(config: Config, folder?: string, passphraseFile?: string) {
  const database = await databaseOf(config)
  await addKept(config, database.url)
  const target = targetOf(config, folder)
  const begun = { target: target.folder, startedAt: new Date() }
  try {
    const secrets = secretsOf(config.backups.secrets, passphraseFile)
    const made = await backUp({
      ownerUrl: database.url,
      storage: filesOf(config),
      target,
      version,
      sealingSecret: config.sealingSecret,
      secrets,
      now: begun.startedAt,
      onProgress: progress('Backing up'),
    })
    // The log goes to this place alone, so a copy of the data folder is of use nowhere else.
    if (keepsLog(config) && target.folder === config.backups.folder)
      await backUpBase({ ownerUrl: database.url, dataDir: config.dataDir, target, secrets, name: made.name })
    await remember(database.url, { ...begun, ...doneOf(made) })
    return made
  } catch (error) {
    await remember(database.url, { ...begun, error: (error as Error).message }).catch((unnoted: Error) =>
      console.error(`The health page is not told of it: ${unnoted.message}`),
    )
    throw error
  } finally {
    await database.stop()
  }
}

/** Exports a company, while people work. The health page does not count it: other companies are not in it. */
async function exportCompany(wanted: string, folder: string | undefined, passphraseFile: string | undefined) {
  const { exportTo } = await import('./companyCommands.ts')
  const config = settings()
  const database = await databaseOf(config)
  try {
    await addKept(config, database.url)
    const { name, manifest, place } = await exportTo({
      ...{ config, ownerUrl: database.url, wanted, folder: folder ? placeOf(folder) : undefined, version },
      secrets: secretsOf(config.backups.secrets, passphraseFile),
      onProgress: progress('Exporting'),
    })
    const { rows, files } = doneOf({ name, manifest })
    report(
      { name, folder: place, company: manifest.company, rows, files, missing: manifest.files.missing },
      `Export ${name} of ${manifest.company?.name} in ${place}: ${rows} rows, ${files} files`,
    )
  } finally {
    await database.stop()
  }
}

/** Brings a company of a backup into the tend of this machine, or says what that would be. */
async function bringCompany(
  wanted: string,
  folder: string | undefined,
  {
    backup,
    passphraseFile,
    isTrial,
  }: { backup: string | undefined; passphraseFile: string | undefined; isTrial: boolean },
) {
  const { bringFrom, describeBrought } = await import('./companyCommands.ts')
  const config = settings()
  const brought = await onMachine(async (machine, known, ownerUrl) => {
    const target = targetOf(known, folder)
    return bringFrom({
      ...{ config: known, ownerUrl, machine, target, wanted, isTrial },
      name: backup ?? (await newest(target)),
      secrets: secretsOf(known.backups.secrets, passphraseFile),
      prepare: prepareQueue,
      onProgress: progress('Restoring'),
    })
  })
  report(brought, describeBrought(brought, addressOf(config)))
}

/** @throws Error for what is no moment, or none in the past */
function momentOf(words: string): Date | null {
  if (words === 'latest') return null
  const at = new Date(words)
  if (Number.isNaN(at.getTime())) throw new Error(`"${words}" is no moment. Write it as "2026-11-28 14:05".`)
  if (at.getTime() > Date.now()) throw new Error(`${at.toLocaleString()} is yet to come.`)
  return at
}

async function restoreAt(config: Config, target: Storage, at: Date | null, passphraseFile: string | undefined) {
  if (config.databaseUrl)
    throw new Error('With DATABASE_URL the database server returns to a moment: see docs/operations.md.')
  const { restoreMoment } = await import('./lib/backup/restoreMoment.ts')
  claimDataFolder(config)
  const { name, until, files, missing } = await restoreMoment({
    ...{ dataDir: config.dataDir, storage: filesOf(config), target, at },
    secrets: secretsOf(config.backups.secrets, passphraseFile),
    onProgress: progress('Restoring'),
  })
  const end = until ? `The last change in it is of ${until.toLocaleString()}.` : 'Nothing had changed since then.'
  report(
    { name, until, files, missing },
    `Restored backup ${name} with what was written after it. ${end} ` +
      `${files} files, ${missing.length} are missing. Start tend to go on with it.`,
  )
}

/** All features are read for their queues, which takes a second that other commands need not wait. */
async function prepareQueue(ownerUrl: string): Promise<void> {
  const [{ prepareJobs }, { jobs }] = await Promise.all([import('./lib/jobs/jobs.ts'), import('./registry.ts')])
  await prepareJobs(ownerUrl, jobs)
}

/** Does something in the database of this machine's tend, which may be running. */
async function onMachine<T>(
  work: (machine: Pick<Services, 'pools' | 'serverKey'>, config: Config, ownerUrl: string) => Promise<T>,
) {
  const [{ openPools, withDatabase }, { platformSecret }] = await Promise.all([
    import('./lib/db/pools.ts'),
    import('./lib/security/secrets.ts'),
  ])
  const config = settings()
  const database = await databaseOf(config)
  await addKept(config, database.url)
  const pools = openPools(database.url, { requests: 1, jobs: 1, deliveries: 1 }, () => {})
  try {
    const serverKey = await withDatabase(pools.platform, noTenant, true, db => platformSecret(db, 'server'))
    return await work({ pools, serverKey }, config, database.url)
  } finally {
    await pools.close()
    await database.stop()
  }
}

const filesOf = ({ files, s3 }: Config) => storageAt(files, s3)

const targetOf = ({ backups, s3 }: Config, place: string | undefined) =>
  storageAt(place ? placeOf(place) : backups.folder, s3)

const databaseOf = async ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? { url: databaseUrl, stop: async () => {} } : reachPostgres(dataDir, () => {})

/** Notes a backup for the health page. The database may be of a version that notes none. */
async function remember(ownerUrl: string, run: Run): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tend backup' })
  await client.connect()
  try {
    await recordRun(client, run)
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error
  } finally {
    await client.end()
  }
}

const undefinedTable = '42P01'

async function newest(target: Storage): Promise<string> {
  const name = (await listSnapshots(target)).at(-1)
  if (!name) throw new Error(`There are no backups in ${target.folder}.`)
  return name
}

/** Writes one line that changes, where somebody looks at it. */
function progress(what: string) {
  return (done: number, all: number) =>
    tell(`\r${what}: ${Math.floor((done / all) * 100)} %${done === all ? '\n' : ''}`)
}

function tell(words: string) {
  if (!program.opts().json && process.stderr.isTTY) process.stderr.write(words)
}

function example(command: string) {
  return `\nExample:\n  ${command}`
}

function report(result: object, words: string) {
  console.log(program.opts().json ? JSON.stringify(result) : words)
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(program.opts().json ? JSON.stringify({ error: (error as Error).message }) : (error as Error).message)
  process.exitCode = exitCodes.failed
}
