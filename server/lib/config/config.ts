/**
 * Settings: the environment's, under them those of the health page (keptSettings.ts), under them the defaults. They are
 * merged here and nowhere else. `docs/configuration.md` explains each.
 */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type RegistrationMode, registrationModes } from '#shared/accounts/rules.ts'
import { bundleOf, isSettingName, type SettingName } from '#shared/lib/settingNames.ts'
import { readTrustProxy, type TrustProxy } from '../network/network.ts'

const PoolSize = z.coerce.number().int().min(1).max(100)

/** Whether an address has nothing behind its host, as the browser's paths begin there. */
const isOrigin = (address: string): boolean => {
  if (!URL.canParse(address)) return true
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && !search && !hash && !username && !password
}

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, 'takes no path: tend answers at the root of its own host, such as https://tend.example')
    .optional(),
  DATA_DIR: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOUR: z.union([z.literal('off'), z.coerce.number().int().min(0).max(23)]).optional(),
  BACKUP_DRILL: z.stringbool().default(true),
  BACKUP_CONTINUOUS: z.stringbool().default(true),
  FILES_STORAGE: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]+$/, 'is a public key of age, age1…')
    .optional(),
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-/, 'is a secret key of age, AGE-SECRET-KEY-…')
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_URL_DIRECT: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('tend <tend@localhost>'),
  TLS: z.enum(['off', 'auto']).default('off'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_NAMES: z
    .string()
    .regex(/^[a-z0-9.-]+( *, *[a-z0-9.-]+){0,19}$/i, 'is one name of a host or more, such as tend.example.org')
    .optional(),
  ACME_EMAIL: z.email().optional(),
  ACME_DIRECTORY: z.url({ protocol: /^https$/ }).default('https://acme-v02.api.letsencrypt.org/directory'),
  HTTP_PORT: z.union([z.literal('off'), z.coerce.number().int().min(1).max(65_535)]).default(80),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((setting, { addIssue }) => {
      try {
        return readTrustProxy(setting)
      } catch (error) {
        addIssue((error as Error).message)
        return z.NEVER
      }
    }),
  REGISTRATION: z.enum(registrationModes).default('open'),
  GUEST_COMPANY_ID: z.coerce.number().int().positive().optional(),
  DEMO_PASSWORD: z.string().min(10).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  SEALING_SECRET: z.string().min(32).optional(),
  SETTINGS_SECRET: z.string().min(32).optional(),
  TIME_STAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  TIME_STAMP_FROM: z.enum(['public', 'anywhere']).default('public'),
  METRICS_TOKEN: z.string().min(16).optional(),
  UPDATE_URL: z.url({ protocol: /^https$/ }).optional(),
  SECURITY_CONTACT: z.union([z.email(), z.url({ protocol: /^https$/ })]).optional(),
  // Two cores are kept busy by four connections; more only lengthen the tail.
  POOL_REQUESTS: PoolSize.default(4),
  PROCESSES: z
    .union([z.literal('auto'), z.coerce.number().int().min(1).max(64)])
    .default(1)
    .transform(wanted => (wanted === 'auto' ? availableParallelism() : wanted)),
  POOL_JOBS: PoolSize.default(2),
  POOL_DELIVERIES: PoolSize.default(2),
  PUBLIC_FORM_WORK: z.coerce.number().int().min(0).max(20).default(12),
  MAP_TILES: z
    .url({ protocol: /^https?$/ })
    .refine(address => ['{z}', '{x}', '{y}'].every(part => address.includes(part)), 'needs {z}, {x} and {y} in it')
    .optional(),
  MAP_ATTRIBUTION: z.string().max(200).optional(),
  PUSHER_APP_ID: z.string().optional(),
  PUSHER_APP_KEY: z.string().optional(),
  PUSHER_APP_SECRET: z.string().optional(),
  // What these two were called before; who has them set need not change anything.
  PUSHER_KEY: z.string().optional(),
  PUSHER_SECRET: z.string().optional(),
  PUSHER_HTTP_API: z.stringbool().optional(),
  PUSHER_ACTIVITY_TIMEOUT: z.coerce.number().int().min(5).max(600).default(30),
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).max(10_000).default(1_000),
})

/** A passphrase or the two halves of a key of age. */
type Secrets = Record<'passphrase' | 'recipient' | 'identity', string | undefined>

/** Texts by the names of settings, as the environment has them. */
export type Given = Record<string, string>

export type Config = {
  /** What the environment sets, and what the health page does (none where it is not read). */
  given: Given
  kept: Given
  port: number
  host: string
  /** What links in mails begin with. */
  publicUrl: string | undefined
  dataDir: string
  /** The database, to which all connections can be held; the embedded one without it. */
  databaseUrl: string | undefined
  /** A pooler before it that shares connections between transactions, for the calls. */
  poolerUrl: string | undefined
  /**
   * Where backups are kept, the hour by this machine's clock at which one is made (null for none), whether a drill
   * proves that one, whether the log of the database goes there as it grows, and what all is encrypted with.
   */
  backups: { folder: string; hour: number | null; hasDrill: boolean; isContinuous: boolean; secrets: Secrets }
  /** Where uploaded files lie: a folder, or s3://bucket/folder. */
  files: string
  /** How addresses `s3://bucket/folder` are reached. */
  s3: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Certificate chain and private key, both PEM; without them tend speaks plain http. */
  tls: { cert: Buffer; key: Buffer; files: { cert: string; key: string } } | undefined
  /** How a certificate is got and renewed by itself, and the port of plain http, which leads to https. */
  acme: { names: string[]; email: string; directory: string; httpPort: number | null } | undefined
  /** Which hops are believed when they say where a request came from. */
  trustProxy: TrustProxy | false
  /** Who may make an account. */
  registration: RegistrationMode
  /** Where strangers who look around are guests; nowhere without it. */
  guestCompanyId: number | undefined
  /**
   * How many zero bits each hash begins with that a visitor's device looks for before it sends a form; none are looked
   * for at 0.
   */
  publicFormWork: number
  /** Pictures for maps: an address with {z}, {x} and {y} in it, and whom they are owed to. */
  map: { tiles: string; attribution: string | undefined } | undefined
  demo: boolean
  demoPassword: string | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  /** What the keys that sign are made out of, beside the secret that lies in the database. */
  sealingSecret: string | undefined
  /** What secrets of the health page are encrypted with; without it a file of the data folder. */
  settingsSecret: string | undefined
  /** Who says when a chain was there (RFC 3161); `isOwn` where it may stand on this machine or around it. */
  timeStamps: { url: string; isOwn: boolean } | undefined
  /** Whom to tell of a weakness: an email address or a page. */
  securityContact: string | undefined
  /** Which address is asked for the newest version; none without it. */
  updateUrl: string | undefined
  /** With it /metrics answers. */
  metricsToken: string | undefined
  /** How many processes answer at the port. */
  processes: number
  /**
   * How many connections to the database each kind of work may open; `requests` counts twice: for
   * companies and across them.
   */
  pools: { requests: number; jobs: number; deliveries: number }
  pusher: {
    appId?: string
    key?: string
    secret?: string
    httpApi: boolean
    activityTimeout: number
    /** How many sockets may come from one address, which may be that of a whole region. */
    socketsPerAddress: number
  }
  version: string
}

/** What package.json calls this version. */
export const versionOf = (): string =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version

/** Whether the command that runs is about the demo: `tend demo`, or any with `--demo`. */
export function wantsDemo(words = process.argv.slice(2)): boolean {
  return words.includes('--demo') || words.find(word => !word.startsWith('-')) === 'demo'
}

/** Settings that are set, without those set to nothing. */
const givenIn = (environment: NodeJS.ProcessEnv): Given =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => Boolean(entry[1]) && entry[0] in Environment.shape,
    ),
  )

/** Settings that cannot be used, by name with the fault. Its message is one sentence with all of them. */
export class SettingsError extends Error {
  readonly faults: Record<string, string>

  constructor(faults: Record<string, string>, message?: string) {
    const wrong = Object.entries(faults).map(fault => fault.join(': '))
    super(message ?? `These settings cannot be used: ${wrong.join('; ')}`)
    this.faults = faults
  }
}

/** The environment wins, of settings that belong together with all of them. */
export const isFromEnvironment = (name: SettingName, given: Given): boolean =>
  bundleOf(name).some(one => given[one] !== undefined)

type Sources = { demo: boolean; version: string; kept?: Given }

/** Reads the settings. Throws a SettingsError that names every setting that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv, options: Sources): Config {
  const given = givenIn(environment)
  const kept = options.kept ?? {}
  const ofPage = Object.entries(kept).filter(([name]) => isSettingName(name) && !isFromEnvironment(name, given))
  const parsed = Environment.safeParse({ ...Object.fromEntries(ofPage), ...given })
  if (!parsed.success)
    throw new SettingsError(Object.fromEntries(parsed.error.issues.map(issue => [issue.path.join('.'), issue.message])))
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR ?? (options.demo ? 'data/demo' : 'data'))
  const hour = env.BACKUP_HOUR ?? (options.demo ? 'off' : 3)
  const [key, secret] = [env.PUSHER_APP_KEY ?? env.PUSHER_KEY, env.PUSHER_APP_SECRET ?? env.PUSHER_SECRET]
  const isAuto = env.TLS === 'auto'
  if (isAuto && (env.TLS_CERT || env.TLS_KEY))
    throw new SettingsError({ TLS: '' }, 'TLS=auto gets a certificate by itself: remove TLS_CERT and TLS_KEY.')
  return {
    given,
    kept,
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL_DIRECT ?? env.DATABASE_URL,
    poolerUrl: env.DATABASE_URL_DIRECT && env.DATABASE_URL,
    backups: {
      folder: placeOf(env.BACKUP_DIR ?? join(dataDir, 'backups')),
      hour: hour === 'off' ? null : hour,
      hasDrill: env.BACKUP_DRILL,
      isContinuous: env.BACKUP_CONTINUOUS,
      secrets: readSecrets(env),
    },
    files: placeOf(env.FILES_STORAGE ?? join(dataDir, 'files')),
    s3: readS3(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    tls: isAuto ? certificateIn(dataDir) : readTls(env.TLS_CERT, env.TLS_KEY),
    acme: isAuto ? readAcme(env) : undefined,
    trustProxy: env.TRUST_PROXY,
    registration: env.REGISTRATION,
    guestCompanyId: env.GUEST_COMPANY_ID,
    publicFormWork: env.PUBLIC_FORM_WORK,
    map: env.MAP_TILES ? { tiles: env.MAP_TILES, attribution: env.MAP_ATTRIBUTION } : undefined,
    demo: options.demo,
    demoPassword: env.DEMO_PASSWORD,
    logLevel: env.LOG_LEVEL,
    sealingSecret: env.SEALING_SECRET,
    settingsSecret: env.SETTINGS_SECRET,
    timeStamps: env.TIME_STAMP_URL ? { url: env.TIME_STAMP_URL, isOwn: env.TIME_STAMP_FROM === 'anywhere' } : undefined,
    securityContact: env.SECURITY_CONTACT,
    updateUrl: env.UPDATE_URL,
    metricsToken: env.METRICS_TOKEN,
    processes: env.PROCESSES,
    pools: { requests: env.POOL_REQUESTS, jobs: env.POOL_JOBS, deliveries: env.POOL_DELIVERIES },
    pusher: {
      ...(env.PUSHER_APP_ID && { appId: env.PUSHER_APP_ID }),
      ...(key && { key }),
      ...(secret && { secret }),
      httpApi: env.PUSHER_HTTP_API ?? options.demo,
      activityTimeout: env.PUSHER_ACTIVITY_TIMEOUT,
      socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    },
    version: options.version,
  }
}

/** An address in an S3 as it is, and the full path of a folder. */
export const placeOf = (address: string): string => (address.startsWith('s3://') ? address : resolve(address))

function readS3(env: z.infer<typeof Environment>): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = env
  const { S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (accessKeyId && secretAccessKey)
    return { endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`, region, accessKeyId, secretAccessKey }
  for (const name of ['BACKUP_DIR', 'FILES_STORAGE'] as const)
    if (env[name]?.startsWith('s3://'))
      throw new SettingsError({ [name]: '' }, `${name} is in an S3: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.`)
  return undefined
}

function readSecrets(env: z.infer<typeof Environment>): Secrets {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient, BACKUP_IDENTITY: identity } = env
  if (passphrase && recipient)
    throw new SettingsError(
      { BACKUP_RECIPIENT: '' },
      'BACKUP_PASSPHRASE and BACKUP_RECIPIENT are two ways to encrypt backups: set one of them.',
    )
  return { passphrase, recipient, identity }
}

/** Reads the certificate and its key. Throws a sentence where one is missing or cannot be read. */
export function readTls(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return undefined
  if (!cert || !key)
    throw new SettingsError(
      { [cert ? 'TLS_KEY' : 'TLS_CERT']: '' },
      'TLS_CERT and TLS_KEY belong together: one of them is missing.',
    )
  return { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key), files: { cert, key } }
}

/** Where a certificate that tend gets by itself lies, with its key. */
export const certificateFiles = (dataDir: string) => ({
  cert: join(dataDir, 'tls', 'certificate.pem'),
  key: join(dataDir, 'tls', 'key.pem'),
})

function certificateIn(dataDir: string): Config['tls'] {
  const { cert, key } = certificateFiles(dataDir)
  return existsSync(cert) && existsSync(key) ? readTls(cert, key) : undefined
}

function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { message } = error as Error
    throw new SettingsError({ [setting]: message }, `${setting} names ${path}, which cannot be read: ${message}`)
  }
}

/** Whom a certificate is for, and who is written to about it. */
function readAcme(env: z.infer<typeof Environment>): NonNullable<Config['acme']> {
  const ofAddress = env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname
  const names = env.TLS_NAMES?.split(',').map(name => name.trim().toLowerCase()) ?? (ofAddress ? [ofAddress] : [])
  if (names.length === 0)
    throw new SettingsError({ TLS_NAMES: '' }, 'TLS=auto needs the name of the host: set TLS_NAMES or PUBLIC_URL.')
  if (!env.ACME_EMAIL)
    throw new SettingsError({ ACME_EMAIL: '' }, 'TLS=auto needs an email address for the certificate: set ACME_EMAIL.')
  const httpPort = env.HTTP_PORT === 'off' ? null : env.HTTP_PORT
  return { names, email: env.ACME_EMAIL, directory: env.ACME_DIRECTORY, httpPort }
}

/** Where tend is told to answer, for commands beside it. */
export const addressOf = ({ publicUrl, tls, host, port }: Config): string =>
  publicUrl ?? `${tls ? 'https' : 'http'}://${host}:${port}`

const secrets = new Set([
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_IDENTITY',
  'SEALING_SECRET',
  'SETTINGS_SECRET',
  'METRICS_TOKEN',
  'DEMO_PASSWORD',
  'PUSHER_APP_SECRET',
  'PUSHER_SECRET',
])

export type DescribedSetting = { name: string; value: string | null; from: 'environment' | 'page' | 'default' }

/** The settings as they take effect, and where each is from; secrets are hidden. */
export function describeSettings(config: Config): DescribedSetting[] {
  const { given, kept } = config
  const defaults: Record<string, unknown> = {
    ...Environment.parse({}),
    DATA_DIR: config.dataDir,
    BACKUP_DIR: placeOf(join(config.dataDir, 'backups')),
    FILES_STORAGE: placeOf(join(config.dataDir, 'files')),
    BACKUP_HOUR: config.demo ? 'off' : 3,
    PUSHER_HTTP_API: config.demo ? 'on' : 'off',
  }
  return Object.keys(Environment.shape).map(name => {
    const ofPage = isSettingName(name) && !isFromEnvironment(name, given) ? kept[name] : undefined
    const value = given[name] ?? ofPage ?? defaults[name]
    return {
      name,
      value: value === undefined ? null : hidden(name, String(value)),
      from: given[name] !== undefined ? 'environment' : ofPage !== undefined ? 'page' : 'default',
    }
  })
}

/** A setting without its secret, which in an address is the password. */
function hidden(name: string, value: string): string {
  if (secrets.has(name)) return '(hidden)'
  if (!URL.canParse(value)) return value
  const address = new URL(value)
  if (!address.password) return value
  address.password = 'hidden'
  return address.href
}
