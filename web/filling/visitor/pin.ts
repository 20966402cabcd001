/** The PIN that a visitor typed, for as long as the tab is open: a reload does not ask again, the next person on the device is asked. */
import type { Link } from './address.ts'

/** Each link of a form has its own. */
const keyOf = ({ token }: Link) => `tend_public_pin_${token}`

export const knownPin = (link: Link): string | null => sessionStorage.getItem(keyOf(link))
export const keepPin = (link: Link, pin: string): void => sessionStorage.setItem(keyOf(link), pin)
export const forgetPin = (link: Link): void => sessionStorage.removeItem(keyOf(link))
