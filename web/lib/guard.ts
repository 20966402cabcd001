/** Who may open a screen: the route guard of the specification's section 5, before any code of the screen is loaded. */
import { notFound, redirect } from '@tanstack/react-router'
import { mustHaveCompany } from '#shared/lib/roles.ts'
import { currentAbility } from './ability.tsx'
import { type Access, isOpen } from './access.ts'
import { entranceAddress } from './session/entrance.ts'
import { currentUser } from './session/session.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What one must be allowed to do to open the screen; it is everybody's who is signed in when absent. */
    access?: Access
    /** No screen is there. A signed-out person is told the same, and not asked to sign in for it. */
    isNowhere?: boolean
  }
}

/** Leaves the app for the entrance, which is a page of its own. */
export const toEntrance = (href: string) => redirect({ href, reloadDocument: true })

/**
 * What somebody wrote is theirs, also when they were removed from the company or frozen: they must be able to save a
 * copy.
 */
const isUnsentWork = (pathname: string) => pathname === '/outbox' || /^\/submission\/filling\/[\da-f]+-/.test(pathname)

type Matches = readonly { staticData: { access?: Access; isNowhere?: boolean } }[]

/**
 * The routes that the specification flags for admins or managers (section 2): others are sent to sign-in from there.
 */
const flagged = new Set([
  '/dashboard',
  '/users',
  '/company/list',
  '/company/users',
  '/company/tasks',
  '/company/calendar',
  '/vehicles',
])

/**
 * Lets a person through to a screen. Redirects to sign-in (with the way back), to company setup or to the second factor
 * where one of these is due.
 * @returns whether the rules of the person's role open the screen; false only where the specification does not flag it
 */
export function guardScreen({ pathname, href }: { pathname: string; href: string }, matches: Matches): boolean {
  const user = currentUser()
  // Without the server too: it opens with the PIN or password that was typed here.
  if (!user && isUnsentWork(pathname)) throw toEntrance(`/auth/work?${new URLSearchParams({ to: href })}`)
  if (!user && matches.some(({ staticData }) => staticData.isNowhere)) throw notFound()
  if (!user) throw toEntrance(entranceAddress(href))
  const needsCompany = mustHaveCompany(user) && !user.hasCompany
  // The account is the person's own, with a company or without.
  const isOwn = pathname.startsWith('/profile') || isUnsentWork(pathname)
  if (needsCompany && !isOwn && pathname !== '/company/setup') throw redirect({ to: '/company/setup' })
  if (user.two_factor_due && !isOwn) throw redirect({ href: '/profile/security' })
  const can = currentAbility()
  if (isUnsentWork(pathname)) return true
  const isForRole = matches.every(({ staticData }) => isOpen(can, staticData.access))
  if (!isForRole && flagged.has(pathname.replace(/(?<=.)\/$/, ''))) throw toEntrance('/auth/login')
  return isForRole
}
