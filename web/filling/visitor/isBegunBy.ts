import type { Entry } from '../journal/entry.ts'
import type { Link } from './address.ts'

/**
 * Whether a visitor came by this link to begin it: what is begun at one barn's door is not of another's. An earlier tend did not write the
 * link down, when a form had only one.
 */
export const isBegunBy = ({ id, token }: Link, { form_id, link }: Entry): boolean =>
  form_id === Number(id) && (link === undefined || link.token === token)
