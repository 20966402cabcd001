/** Secrets of webhooks: shown once, stored sealed, and what a payload is signed with. */
import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { seal, unseal } from '../lib/security/secrets.ts'
import type { WebhookRow } from './queries.ts'

const purpose = 'webhook'
const prefix = 'whsec_'
/** Bytes, of the 24 to 64 that the specification allows. */
const length = 32

/** A new secret, and as it is stored. */
export function newSecret(serverKey: Buffer, companyId: number): { secret: string; sealed: Buffer } {
  const made = randomBytes(length)
  return { secret: prefix + made.toString('base64'), sealed: seal(serverKey, purpose, companyId, made) }
}

type Secrets = Pick<WebhookRow, 'companyId' | 'sealed' | 'previousSealed' | 'previousUntil'>

/** The headers of Standard Webhooks; two signatures while the secret before a renewal is good. */
export function signedHeaders(
  serverKey: Buffer,
  { companyId, sealed, previousSealed, previousUntil }: Secrets,
  { messageId, body, now }: { messageId: string; body: string; now: Date },
): Record<string, string> {
  const isPreviousGood = previousSealed && previousUntil && previousUntil > now
  const secrets = [sealed, ...(isPreviousGood ? [previousSealed] : [])]
  const signatures = secrets.map(one =>
    new Signer(unseal(serverKey, purpose, companyId, one), { format: 'raw' }).sign(messageId, now, body),
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'tend',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
