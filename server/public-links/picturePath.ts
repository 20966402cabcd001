import { derive } from '../lib/security/secrets.ts'

type LinkVersion = { id: number; version: number }

/** What opens one picture to visitors and nothing else: of an earlier version of the link it is dead. */
export const pictureToken = (serverKey: Buffer, { id, version }: LinkVersion, uuid: string): string =>
  derive(serverKey, 'picture of a public form', id, version, uuid)

/** Below /storage/. */
export const picturePath = (serverKey: Buffer, link: LinkVersion, uuid: string): string =>
  `public-forms/${link.id}/${link.version}/${uuid}/${pictureToken(serverKey, link, uuid)}`
