import type { Actor } from '#shared/lib/actor.ts'
import { networkOf } from '../http/network.ts'

/** Who takes turns with others at heavy work: the company that somebody works in, or where they come from. */
export const companyOrPlace = ({ companyId }: Pick<Actor, 'companyId'>, ip: string): string =>
  companyId === null ? `place ${networkOf(ip)}` : `company ${companyId}`

/** Whether it is nobody's company, but where somebody comes from. */
export const isPlace = (whose: string): boolean => whose.startsWith('place ')
