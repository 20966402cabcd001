/** A real provider of OpenID Connect (`oidc-provider`) on this machine, with its own pages of signing in. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

type Settings = {
  redirectAddress: string
  logoutAddress: string
  /** The claims of a person, by the name that they sign in with. */
  claimsOf: (name: string) => Record<string, unknown>
}

export type RealProvider = { issuer: string; clientId: string; secret: string; close: () => Promise<void> }

/** Starts one; everybody signs in with any name and any password, and consents to everything by that. */
export async function realProvider({ redirectAddress, logoutAddress, claimsOf }: Settings): Promise<RealProvider> {
  const server = createServer()
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, secret] = ['tend', 'a secret that only tend and this provider know']
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{
          client_id: clientId,
          client_secret: secret,
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
        ...{
          redirect_uris: [redirectAddress],
          post_logout_redirect_uris: [new URL('/auth/login', redirectAddress).href],
        },
        ...{ backchannel_logout_uri: logoutAddress, backchannel_logout_session_required: true },
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    // These tests are not about consent.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        ...(ctx.oidc.session?.accountId && { accountId: ctx.oidc.session.accountId }),
        clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    cookies: { keys: ['for tests alone'] },
    // Its own guard refuses addresses of this machine, where tend answers in tests.
    fetch: (input, { method, headers, body } = {}) =>
      fetch(input, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
  })
  server.on('request', provider.callback())
  return { issuer, clientId, secret, close: () => new Promise(closed => server.close(() => closed())) }
}
