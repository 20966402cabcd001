/**
 * A certificate that is got and renewed by itself (TLS=auto), by ACME (RFC 8555). The account, the certificate and open
 * challenges are kept in the database, encrypted like the settings of the health page, so that every node has them; the
 * files below DATA_DIR/tls are copies, from which each process serves.
 */
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { type Config, certificateFiles, type Given, readTls } from '../config/config.ts'

export type AcmeSettings = NonNullable<Config['acme']>

/** The names of the kept values. */
export const acmeNames = {
  account: 'acme.account',
  certificate: 'acme.certificate',
  challenges: 'acme.challenges',
  state: 'acme.state',
} as const

export type Challenge = { type: 'http-01' | 'tls-alpn-01'; name: string; token: string; keyAuthorization: string }

/** How the last try ended, of whose settings it was, and how many before it failed too. */
export type AcmeState = { of: string; triedAt: string; failures: number; reason: string | null }

const library = async () => (await import('acme-client')).default
const accountFile = (dataDir: string) => join(dataDir, 'tls', 'account.pem')

/** The first pause after a failure, doubled with each, and the longest. Authorities count failures by the hour. */
const pauses = { firstMs: 15 * 60_000, maxMs: 24 * 3600_000 }

/** Writes a file that only the user of tend can read, at once or not at all. */
function keep(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return
  const part = `${path}.${process.pid}.part`
  writeFileSync(part, content, { mode: 0o600, flush: true })
  renameSync(part, path)
}

/** Whom this machine signed itself: what browsers are shown until there is a certificate. */
export const isPlaceholder = (cert: Buffer): boolean => {
  const { issuer, subject } = new X509Certificate(cert)
  return issuer === subject
}

/**
 * Has a certificate to begin with where none is here yet. Browsers warn of it, but https answers, by which the real one
 * is got.
 */
export async function prepareCertificate(config: Config, kept: Given): Promise<void> {
  const { acme, dataDir } = config
  if (!acme) return
  takeKept(dataDir, kept)
  const files = certificateFiles(dataDir)
  if (!existsSync(files.cert)) {
    const { crypto } = await library()
    const [name = ''] = acme.names
    const identifier = { type: 'dns', value: name }
    const [key, cert] = await crypto.createAlpnCertificate({ identifier } as never, '', await ecKey())
    keep(files.key, key)
    keep(files.cert, cert)
  }
  config.tls = readTls(files.cert, files.key)
}

const ecKey = async () => (await library()).crypto.createPrivateEcdsaKey()

/** Writes the kept certificate to the files that processes serve from. */
export function takeKept(dataDir: string, kept: Given): void {
  const files = certificateFiles(dataDir)
  const { [acmeNames.account]: account, [acmeNames.certificate]: certificate } = kept
  if (account) keep(accountFile(dataDir), account)
  if (!certificate) return
  const { cert, key } = JSON.parse(certificate) as { cert: string; key: string }
  keep(files.key, key)
  keep(files.cert, cert)
}

export const stateOf = (kept: Given): AcmeState | null => JSON.parse(kept[acmeNames.state] ?? 'null')
export const challengesOf = (kept: Given): Challenge[] => JSON.parse(kept[acmeNames.challenges] ?? '[]')

/** Whether a certificate is to be got now: there is none, names are missing, or two thirds of its time are over. */
export function isDue({ acme, tls }: Pick<Config, 'acme' | 'tls'>, kept: Given, now: Date): boolean {
  if (!acme) return false
  const state = stateOf(kept)
  if (state?.of === JSON.stringify(acme) && state.failures > 0) {
    const pause = Math.min(pauses.firstMs * 2 ** (state.failures - 1), pauses.maxMs)
    if (now.getTime() < Date.parse(state.triedAt) + pause) return false
  }
  if (!tls || isPlaceholder(tls.cert)) return true
  const found = new X509Certificate(tls.cert)
  if (acme.names.some(name => !found.checkHost(name))) return true
  const [from, until] = [Date.parse(found.validFrom), Date.parse(found.validTo)]
  return now.getTime() > from + ((until - from) * 2) / 3
}

type Order = {
  acme: AcmeSettings
  dataDir: string
  kept: Given
  /** Tried in turn, because a firewall may let only one of them through. */
  type: Challenge['type']
  /** Has all nodes answer the challenges that are open. */
  publish: (challenges: Challenge[]) => Promise<void>
}

/** Gets a certificate. Returns the values to keep. Throws with the authority's reason. */
export async function orderCertificate({ acme, dataDir, kept, type, publish }: Order): Promise<Record<string, string>> {
  const { Client, crypto } = await library()
  const file = accountFile(dataDir)
  const account = kept[acmeNames.account] ?? (existsSync(file) ? readFileSync(file, 'utf8') : String(await ecKey()))
  const client = new Client({ directoryUrl: acme.directory, accountKey: account, backoffAttempts: 8 })
  const [key, csr] = await crypto.createCsr({ altNames: acme.names }, await ecKey())
  const open = new Map<string, Challenge>()
  const cert = await client.auto({
    ...{ csr, email: acme.email, termsOfServiceAgreed: true, challengePriority: [type] },
    // A machine behind a router may not reach itself by its own name.
    skipChallengeVerification: true,
    challengeCreateFn: async ({ identifier: { value: name } }, { token }, keyAuthorization) => {
      open.set(token, { type, name, token, keyAuthorization })
      await publish([...open.values()])
    },
    challengeRemoveFn: async (_, { token }) => {
      open.delete(token)
      await publish([...open.values()])
    },
  })
  return {
    [acmeNames.account]: account,
    [acmeNames.certificate]: JSON.stringify({ cert, key: String(key) }),
  }
}

type Http = {
  config: Config
  challenges: () => Challenge[]
  /** Another node may have begun, of which this one has not heard yet. */
  reload: () => Promise<void>
  log: { error(details: object, message: string): void }
}

/** Serves plain http: challenges, and for all else the way to https. Undefined where its port is off. */
export function serveHttp({ config, challenges, reload, log }: Http): Server | undefined {
  const { acme } = config
  if (!acme?.httpPort) return undefined
  const find = (token: string) => challenges().find(one => one.type === 'http-01' && one.token === token)
  const server = createHttpServer({ requestTimeout: 10_000, maxHeaderSize: 8_192 }, async (request, response) => {
    const [, token] = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/.exec(request.url ?? '') ?? []
    if (token) {
      if (!find(token)) await reload()
      const found = find(token)
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/plain' }).end(found?.keyAuthorization)
      return
    }
    const location = new URL(secureOrigin(config, acme, request.headers.host))
    response.writeHead(308, { location: `${location.origin}${request.url}` }).end()
  })
  server.on('error', error => log.error({ err: error }, 'Plain http (HTTP_PORT) cannot be served'))
  server.listen(acme.httpPort, config.host)
  return server
}

/** Only names of this tend are led to. */
function secureOrigin({ publicUrl, port }: Config, { names }: AcmeSettings, host = ''): string {
  const asked = host.replace(/:\d+$/, '').toLowerCase()
  if (publicUrl?.startsWith('https:') && !names.includes(asked)) return publicUrl
  return `https://${names.includes(asked) ? asked : names[0]}${port === 443 ? '' : `:${port}`}`
}
