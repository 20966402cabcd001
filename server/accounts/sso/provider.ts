/**
 * Asks a provider for its description, exchanges codes, and checks whether a logout token is its own. Nothing here
 * holds a connection of the database.
 */
import { createRemoteJWKSet, customFetch as customJoseFetch, errors as joseErrors, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { Problem } from '#shared/lib/problem.ts'
import type { Services } from '../../lib/context.ts'
import { guardedFetch } from '../../lib/security/guardedFetch.ts'
import { openKept } from '../../lib/security/keptSettings.ts'
import type { ssoConnections } from '../ssoTable.ts'

export type Connection = typeof ssoConnections.$inferSelect

/** The purpose of a client's secret, which is encrypted for its connection's company. */
export const secretPurpose = 'single sign-on'

/** Of these providers the description and the keys are kept for ten minutes. */
const maxProviders = 100
const keptMs = 600_000

type Provider = { config: oidc.Configuration; keys: ReturnType<typeof createRemoteJWKSet> }

const providers = new LRUCache<string, Promise<Provider>>({ max: maxProviders, ttl: keptMs })

/** Claims of a person, from the ID token and what the provider says beside it. */
export type Claims = { sub: string; sid: string | null; [claim: string]: unknown }

/** The provider of a connection. Throws `sso_unreachable`. */
async function providerOf({ config }: Pick<Services, 'config'>, connection: Connection): Promise<Provider> {
  const key = `${connection.id} ${connection.updatedAt.getTime()}`
  const known = providers.get(key)
  if (known) return known
  const secret = connection.secret && openKept(config, secretPurpose, connection.companyId ?? 0, connection.secret)
  const asked = ask(connection, secret)
  providers.set(key, asked)
  asked.catch(() => providers.delete(key))
  return asked
}

type Asked = Pick<Connection, 'issuer' | 'clientId' | 'isPrivate'>

async function ask({ issuer, clientId, isPrivate }: Asked, secret: string | null): Promise<Provider> {
  const fetch = guardedFetch({ isPrivate })
  const config = await oidc
    .discovery(new URL(issuer), clientId, undefined, secret === null ? oidc.None() : withSecret(secret), {
      [oidc.customFetch]: fetch,
      timeout: 5,
      execute: isPrivate ? [oidc.allowInsecureRequests] : [],
    })
    .catch(cause => {
      throw new Problem('sso_unreachable', { data: { reason: reasonOf(cause) } })
    })
  // The signature is checked too, although the token comes from the provider itself.
  oidc.enableNonRepudiationChecks(config)
  const address = config.serverMetadata().jwks_uri
  if (!address) throw new Problem('sso_unreachable', { data: { reason: 'The provider names no keys' } })
  return { config, keys: createRemoteJWKSet(new URL(address), { [customJoseFetch]: fetch, timeoutDuration: 5_000 }) }
}

/** By the header where the provider takes it, otherwise in the body. */
const withSecret =
  (secret: string): oidc.ClientAuth =>
  (server, ...of) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const give = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    return give(secret)(server, ...of)
  }

const reasonOf = (cause: unknown): string => {
  const { message = String(cause), cause: deeper } = cause as Error
  return (deeper instanceof Error ? `${message}: ${deeper.message}` : message).slice(0, 300)
}

/** Why the provider of an issuer cannot be used, or null. */
export async function whyUnusable(issuer: string, isPrivate: boolean): Promise<string | null> {
  try {
    await ask({ issuer, clientId: 'test', isPrivate }, null)
    return null
  } catch (error) {
    const { data } = error as { data?: { reason?: string } }
    return data?.reason ?? reasonOf(error)
  }
}

type SignIn = { state: string; nonce: string; verifier: string; redirect: string }

/** A browser is sent to pages of the web, and to no script that a provider names as its address. */
function requireWeb(address: URL): string {
  if (!/^https?:$/.test(address.protocol)) throw new Problem('sso_unreachable')
  return address.href
}

/** The address at which somebody signs in there; `again` asks for their secret although they are signed in. */
export async function signInAddress(
  services: Pick<Services, 'config'>,
  connection: Connection,
  { state, nonce, verifier, redirect }: SignIn,
  { again = false, locale }: { again?: boolean; locale: string },
): Promise<string> {
  const { config } = await providerOf(services, connection)
  const wanted = {
    ...{ redirect_uri: redirect, scope: 'openid email profile', state, nonce, ui_locales: locale },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(connection.acrValues.length > 0 && { acr_values: connection.acrValues.join(' ') }),
    ...(again && { prompt: 'login', max_age: '0' }),
  }
  try {
    return requireWeb(oidc.buildAuthorizationUrl(config, wanted))
  } catch {
    // The provider describes an address of its own that is none.
    throw new Problem('sso_unreachable')
  }
}

/** Within this time of its sign-in, the provider has asked for the secret just now. */
const justNowSeconds = 120

/**
 * Exchanges the answer of a provider for what it says of the person. Throws `sso_refused` for an answer that is not
 * meant for this sign-in or not the provider's, and `sso_unreachable`.
 */
export async function claimsOf(
  services: Pick<Services, 'config'>,
  connection: Connection,
  { state, nonce, verifier, redirect }: SignIn,
  answer: string,
  { again = false } = {},
): Promise<Claims> {
  const { config } = await providerOf(services, connection)
  try {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirect}?${answer}`), {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      ...(again && { maxAge: justNowSeconds }),
    })
    const claims = tokens.claims()
    // OpenID Connect: a subject has 255 characters at most, and none is nobody.
    if (!claims || !/^.{1,255}$/s.test(claims.sub)) throw new Error('no subject')
    const isWhole = [connection.joinClaim, connection.roleClaim, 'email'].every(name => !name || name in claims)
    const beside =
      isWhole || !config.serverMetadata().userinfo_endpoint
        ? {}
        : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    return { ...beside, ...claims, sid: typeof claims.sid === 'string' ? claims.sid : null }
  } catch (error) {
    throw isUnreachable(error) ? new Problem('sso_unreachable') : new Problem('sso_refused')
  }
}

/** It did not answer, or said itself that something is wrong there. */
const isUnreachable = (error: unknown): boolean =>
  (error instanceof Response && error.status >= 500) ||
  (error instanceof Error && (error.name === 'GuardedFetchError' || isUnreachable(error.cause)))

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** A logout token is good for two minutes, even where it says more. */
export const logoutTokenSeconds = 120

/** Whose session ended, by a logout token of this provider. Throws 400 for any other. */
export async function readLogoutToken(services: Pick<Services, 'config'>, connection: Connection, token: string) {
  const { config, keys } = await providerOf(services, connection)
  const { payload } = await jwtVerify(token, keys, {
    ...{ issuer: config.serverMetadata().issuer, audience: connection.clientId },
    ...{ requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: logoutTokenSeconds, clockTolerance: 30 },
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
  }).catch(error => {
    throw error instanceof joseErrors.JOSEError && error.code !== 'ERR_JWKS_TIMEOUT'
      ? new Problem('malformed')
      : new Problem('sso_unreachable')
  })
  const { sub, sid, jti, events, nonce } = payload
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  if (!isLogout || nonce !== undefined || typeof jti !== 'string') throw new Problem('malformed')
  const session = typeof sid === 'string' ? sid : null
  if (!sub && !session) throw new Problem('malformed')
  return { subject: sub ?? null, session, jti }
}

/** Where the browser goes to sign out at the provider, or null where the provider has no such address. */
export async function signOutAddress(
  services: Pick<Services, 'config'>,
  connection: Connection,
  back: string,
): Promise<string | null> {
  const { config } = await providerOf(services, connection)
  if (!config.serverMetadata().end_session_endpoint) return null
  try {
    return requireWeb(
      oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back, client_id: connection.clientId }),
    )
  } catch {
    // It describes an address of its own that is none.
    throw new Problem('sso_unreachable')
  }
}
