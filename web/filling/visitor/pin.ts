/** The PIN that a visitor typed, for as long as the tab is open: a reload does not ask again, the next person on the device is asked. */

import { inTab } from '../../lib/storage.ts'
import type { Link } from './address.ts'

/** Each link of a form has its own. */
const keyOf = ({ token }: Link) => `tend_public_pin_${token}`

export const knownPin = (link: Link): string | null => inTab.read(keyOf(link))
export function keepPin(link: Link, pin: string): void {
  inTab.write(keyOf(link), pin)
}
export const forgetPin = (link: Link): void => inTab.remove(keyOf(link))
