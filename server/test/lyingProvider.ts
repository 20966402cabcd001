/** A provider of OpenID Connect on this machine that says what a test has it say, and can be told to lie. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Said = Record<string, unknown>

/** Lies of the next answers; without one the provider is honest. */
export type Lies = {
  claims?: Said
  /** Signed by a key that the provider does not publish. */
  isForged?: boolean
  userinfo?: Said
  /** The status of the exchange of a code. */
  status?: number
  /** Fields of the description. */
  description?: Said
}

export type LyingProvider = {
  issuer: string
  clientId: string
  lies: Lies
  /** How often the keys were fetched. */
  keysFetched: () => number
  /** What somebody would be sent back with from the address of a sign-in. */
  answerTo: (address: string, claims: Said) => string
  logoutToken: (claims: Said, options?: { isForged?: boolean }) => Promise<string>
  close: () => Promise<void>
}

/** Starts one. */
export async function lyingProvider(clientId = 'tend'): Promise<LyingProvider> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { claims: Said; challenge: string | null; nonce: string | null }>()
  let keysFetched = 0
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', provider.issuer)
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') return send({ ...described(), ...provider.lies.description })
    if (pathname === '/keys') {
      keysFetched++
      return send({ keys: [jwk] })
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (pathname === '/me') return send(provider.lies.userinfo ?? {})
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const found = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!found || (await challengeOf(form.get('code_verifier') ?? '')) !== found.challenge)
      return send({ error: 'invalid_grant' }, 400)
    if (provider.lies.status) return send({ error: 'server_error' }, provider.lies.status)
    const claims = { nonce: found.nonce, ...found.claims, ...provider.lies.claims }
    const id_token = await sign(claims, provider.lies.isForged)
    return send({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const described = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    end_session_endpoint: `${issuer}/end`,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    code_challenge_methods_supported: ['S256'],
  })

  const sign = (claims: Said, isForged = false) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ iss: issuer, aud: clientId, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(isForged ? other.privateKey : own.privateKey)
  }

  const provider: LyingProvider = {
    issuer,
    clientId,
    lies: {},
    keysFetched: () => keysFetched,
    answerTo(address, claims) {
      const wanted = new URL(address).searchParams
      const code = crypto.randomUUID()
      codes.set(code, { claims, challenge: wanted.get('code_challenge'), nonce: wanted.get('nonce') })
      return new URLSearchParams({ code, state: wanted.get('state') ?? '' }).toString()
    },
    logoutToken: (claims, { isForged = false } = {}) =>
      sign(
        {
          jti: crypto.randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        },
        isForged,
      ),
    close: () => new Promise(closed => server.close(() => closed())),
  }
  return provider
}

async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(hash).toString('base64url')
}
