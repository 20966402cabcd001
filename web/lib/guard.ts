/** Who may open a screen: the route guard of the specification's section 5, before any code of the screen is loaded. */
import { redirect } from '@tanstack/react-router'
import { roles } from '#shared/lib/roles.ts'
import { entranceAddress } from './entrance.ts'
import { currentUser } from './session.ts'

export type Audience = 'manager' | 'admin'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open the screen; everybody signed in when absent. */
    audience?: Audience
  }
}

const lowestRank: Record<Audience, number> = { admin: roles.admin, manager: roles.manager }

/** Leaves the app for the entrance, which is a page of its own. */
export const toEntrance = (href: string) => redirect({ href, reloadDocument: true })

/** Whether a screen is for this person. */
export const isAudience = (user: { role_id: number } | null, audience: Audience | undefined): boolean =>
  user !== null && (audience === undefined || user.role_id <= lowestRank[audience])

type Matches = readonly { staticData: { audience?: Audience } }[]

/** Sends on whoever may not see the screen: to sign in, with the way back kept, to find a company first, or to set up the second factor. */
export function guardScreen({ pathname, href }: { pathname: string; href: string }, matches: Matches): void {
  const user = currentUser()
  if (!user) throw toEntrance(entranceAddress(href))
  const needsCompany = user.role_id > roles.admin && !user.hasCompany
  // The account is the person's own, with a company or without.
  const isOwn = pathname.startsWith('/profile')
  if (needsCompany && !isOwn && pathname !== '/company/setup') throw redirect({ to: '/company/setup' })
  if (user.two_factor_due && !isOwn) throw redirect({ href: '/profile/security' })
  for (const { staticData } of matches) {
    if (!isAudience(user, staticData.audience)) throw toEntrance('/auth/login')
  }
}
