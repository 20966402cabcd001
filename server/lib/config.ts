/** Settings from the environment, validated once at start. `docs/configuration.md` explains each. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type RegistrationMode, registrationModes } from '#shared/auth/registration.ts'
import { readTrustProxy, type TrustProxy } from './trustedProxies.ts'

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().optional(),
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
  PUSHER_APP_ID: z.string().optional(),
  PUSHER_KEY: z.string().optional(),
  PUSHER_SECRET: z.string().optional(),
  PUSHER_HTTP_API: z.stringbool().optional(),
  PUSHER_ACTIVITY_TIMEOUT: z.coerce.number().int().min(5).max(600).default(30),
})

export type Config = {
  port: number
  host: string
  /** What links in mails begin with. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Certificate chain and private key, both PEM; without them tend speaks plain http. */
  tls: { cert: Buffer; key: Buffer } | undefined
  /** Which hops are believed when they say where a request came from. */
  trustProxy: TrustProxy | false
  /** Who may make an account. */
  registration: RegistrationMode
  /** Where strangers who look around are guests; nowhere without it. */
  guestCompanyId: number | undefined
  demo: boolean
  demoPassword: string | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  pusher: { appId?: string; key?: string; secret?: string; httpApi: boolean; activityTimeout: number }
  version: string
}

/** Reads the settings. Throws one sentence that names every setting that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv, options: { demo: boolean; version: string }): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings cannot be used: ${wrong.join('; ')}`)
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: resolve(env.DATA_DIR ?? (options.demo ? 'data/demo' : 'data')),
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    tls: readTls(env.TLS_CERT, env.TLS_KEY),
    trustProxy: env.TRUST_PROXY,
    registration: env.REGISTRATION,
    guestCompanyId: env.GUEST_COMPANY_ID,
    demo: options.demo,
    demoPassword: env.DEMO_PASSWORD,
    logLevel: env.LOG_LEVEL,
    pusher: {
      ...(env.PUSHER_APP_ID && { appId: env.PUSHER_APP_ID }),
      ...(env.PUSHER_KEY && { key: env.PUSHER_KEY }),
      ...(env.PUSHER_SECRET && { secret: env.PUSHER_SECRET }),
      httpApi: env.PUSHER_HTTP_API ?? options.demo,
      activityTimeout: env.PUSHER_ACTIVITY_TIMEOUT,
    },
    version: options.version,
  }
}

function readTls(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return undefined
  if (!cert || !key) throw new Error('TLS_CERT and TLS_KEY belong together: one of them is missing.')
  return { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key) }
}

function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${setting} names ${path}, which cannot be read: ${(error as Error).message}`)
  }
}
