/** The secrets in the addresses of public links: worked out from what they stand for, and stored nowhere. */
import { greatestWhole } from '#shared/lib/fields.ts'
import type { publicLinks } from '../forms/table.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'

export type LinkRow = typeof publicLinks.$inferSelect
type Named = Pick<LinkRow, 'id' | 'version' | 'labelQuestion'>

/** The secret of the link itself. That of another version of the row is dead. */
export const linkToken = (serverKey: Buffer, { id, version }: Pick<LinkRow, 'id' | 'version'>): string =>
  derive(serverKey, 'public form', id, version)

/** The secret of the link's label for a row: names the row, and signs it with the question that it answers. */
export const labelToken = (serverKey: Buffer, { id, version, labelQuestion }: Named, row: number): string =>
  `${row}-${derive(serverKey, 'label of a public form', id, version, labelQuestion ?? '', row)}`

/** How long a secret is, so that what stands before it is told from it. */
const length = 43

/** The row that a label names; undefined for the token of a link itself. */
function rowIn(token: string): number | undefined {
  const named = token.length > length ? /^([1-9]\d{0,9})-/.exec(token)?.[1] : undefined
  return named === undefined ? undefined : Math.min(Number(named), greatestWhole)
}

/**
 * Which of these links a token opens, and the row of its label. Each is compared, so that the time does not say which; and something is
 * compared where there is none.
 */
export function openedBy<Link extends Named>(serverKey: Buffer, links: Link[], token: string) {
  const row = rowIn(token)
  const wanted = (link: Named) => (row === undefined ? linkToken(serverKey, link) : labelToken(serverKey, link, row))
  sameSecret(wanted({ id: 0, version: 0, labelQuestion: null }), token)
  const [link] = links.filter(
    one => sameSecret(wanted(one), token) && (row === undefined || one.labelQuestion !== null),
  )
  return link && { link, row }
}
