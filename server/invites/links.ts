/**
 * The secrets of an invitation's links: its row's number and what only this tend can derive from it, so that none is stored. The link of
 * the mail proves that whoever follows it reads that address. The one that is shown to whoever invites, to hand over as text or as a
 * QR code, proves nothing: an account that is made with it must confirm its address like any other.
 */
import { derive, sameSecret } from '../lib/security/secrets.ts'

export type Way = 'mailed' | 'shown'
type Linked = { id: number; version: number }

const purposes: Record<Way, string> = { mailed: 'invitation', shown: 'shown invitation' }

const inviteToken = (serverKey: Buffer, { id, version }: Linked, way: Way): string =>
  `${id}.${derive(serverKey, purposes[way], id, version)}`

/** Below the address of this tend. */
export const invitePath = (serverKey: Buffer, invite: Linked & { companyId: number }, way: Way): string =>
  `/invite/${invite.companyId}/${inviteToken(serverKey, invite, way)}`

/** The number of the row that a token names; whether the token is right is another question. */
export function inviteIdOf(token: string): number | null {
  const id = Number(token.match(/^(\d{1,9})\./)?.[1])
  return Number.isInteger(id) ? id : null
}

/** Which version of which of the invitation's links this is, or null for one that was never good. */
export function readLink(serverKey: Buffer, token: string, invite: Linked): { version: number; way: Way } | null {
  for (let version = invite.version; version >= 1; version--)
    for (const way of ['mailed', 'shown'] as const)
      if (sameSecret(token, inviteToken(serverKey, { id: invite.id, version }, way))) return { version, way }
  return null
}
