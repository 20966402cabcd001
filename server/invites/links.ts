/** The secret of an invitation's link: its row's number and what only this tend can derive from it, so that none is stored. */
import { derive, sameSecret } from '../lib/secrets.ts'

type Linked = { id: number; version: number }

const signature = (serverKey: Buffer, { id, version }: Linked) => derive(serverKey, 'invitation', id, version)

export const inviteToken = (serverKey: Buffer, invite: Linked): string => `${invite.id}.${signature(serverKey, invite)}`

/** Below the address of this tend. */
export const invitePath = (serverKey: Buffer, invite: Linked & { companyId: number }): string =>
  `/invite/${invite.companyId}/${inviteToken(serverKey, invite)}`

/** The number of the row that a token names; whether the token is right is another question. */
export function inviteIdOf(token: string): number | null {
  const id = Number(token.match(/^(\d{1,9})\./)?.[1])
  return Number.isInteger(id) ? id : null
}

/** Which version of the invitation's link this is, or null for one that was never good. */
export function versionOf(serverKey: Buffer, token: string, invite: Linked): number | null {
  for (let version = invite.version; version >= 1; version--)
    if (sameSecret(token, inviteToken(serverKey, { id: invite.id, version }))) return version
  return null
}
