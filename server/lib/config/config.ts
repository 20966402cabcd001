/** Settings from the environment, validated once at start. `docs/configuration.md` explains each. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type RegistrationMode, registrationModes } from '#shared/accounts/rules.ts'
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
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('tend <tend@localhost>'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
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

export type Config = {
  port: number
  host: string
  /** What links in mails begin with. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
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
const givenIn = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Reads the settings. Throws one sentence that names every setting that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv, options: { demo: boolean; version: string }): Config {
  const parsed = Environment.safeParse(givenIn(environment))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings cannot be used: ${wrong.join('; ')}`)
  }
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR ?? (options.demo ? 'data/demo' : 'data'))
  const hour = env.BACKUP_HOUR ?? (options.demo ? 'off' : 3)
  const [key, secret] = [env.PUSHER_APP_KEY ?? env.PUSHER_KEY, env.PUSHER_APP_SECRET ?? env.PUSHER_SECRET]
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL,
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
    tls: readTls(env.TLS_CERT, env.TLS_KEY),
    trustProxy: env.TRUST_PROXY,
    registration: env.REGISTRATION,
    guestCompanyId: env.GUEST_COMPANY_ID,
    publicFormWork: env.PUBLIC_FORM_WORK,
    map: env.MAP_TILES ? { tiles: env.MAP_TILES, attribution: env.MAP_ATTRIBUTION } : undefined,
    demo: options.demo,
    demoPassword: env.DEMO_PASSWORD,
    logLevel: env.LOG_LEVEL,
    sealingSecret: env.SEALING_SECRET,
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
      throw new Error(`${name} is in an S3: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.`)
  return undefined
}

function readSecrets(env: z.infer<typeof Environment>): Secrets {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient, BACKUP_IDENTITY: identity } = env
  if (passphrase && recipient)
    throw new Error('BACKUP_PASSPHRASE and BACKUP_RECIPIENT are two ways to encrypt backups: set one of them.')
  return { passphrase, recipient, identity }
}

/** Reads the certificate and its key. Throws a sentence where one is missing or cannot be read. */
export function readTls(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return undefined
  if (!cert || !key) throw new Error('TLS_CERT and TLS_KEY belong together: one of them is missing.')
  return { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key), files: { cert, key } }
}

function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${setting} names ${path}, which cannot be read: ${(error as Error).message}`)
  }
}

/** Where tend is told to answer, for commands beside it. */
export const addressOf = ({ publicUrl, tls, host, port }: Config): string =>
  publicUrl ?? `${tls ? 'https' : 'http'}://${host}:${port}`

const secrets = new Set([
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_IDENTITY',
  'SEALING_SECRET',
  'METRICS_TOKEN',
  'DEMO_PASSWORD',
  'PUSHER_APP_SECRET',
  'PUSHER_SECRET',
])

export type DescribedSetting = { name: string; value: string | null; from: 'environment' | 'default' }

/** The settings as they take effect, and where each is from; secrets are hidden. Throws what `readConfig` throws. */
export function describeSettings(environment: NodeJS.ProcessEnv, config: Config): DescribedSetting[] {
  const given = givenIn(environment)
  const defaults: Record<string, unknown> = {
    ...Environment.parse({}),
    DATA_DIR: config.dataDir,
    BACKUP_DIR: config.backups.folder,
    FILES_STORAGE: config.files,
    BACKUP_HOUR: config.backups.hour ?? 'off',
    PUSHER_HTTP_API: config.pusher.httpApi ? 'on' : 'off',
  }
  return Object.keys(Environment.shape).map(name => {
    const value = given[name] ?? defaults[name]
    return {
      name,
      value: value === undefined ? null : hidden(name, String(value)),
      from: given[name] === undefined ? 'default' : 'environment',
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
