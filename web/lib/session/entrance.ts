/** Which addresses belong to the entrance, the way in from there, and the way back to it. */
import { currentUser } from './session.ts'

/** Where a person goes after signing in, when they were not on their way elsewhere. */
export const homePath: string = '/tasks'

/** Sign-in and its like, and where links of mails lead. */
const beginnings = ['/auth/', '/invite/', '/action/', '/shared/', '/pass/', '/verify']

/** Forms for people without an account, and the page of reporters; signed-in people use them in the same way. */
const isPublicForm = (path: string) => /^\/form\/([^/]+\/public\/|public\/case\/?$)/.test(path)

/** Whether the present address belongs to the entrance; the root does, for signed-out people. */
export const isEntrance = (path: string = location.pathname) =>
  beginnings.some(beginning => path.startsWith(beginning)) ||
  isPublicForm(path) ||
  (path === '/' && currentUser() === null)

const here = () => location.pathname + location.search + location.hash

/** The sign-in page, with the way back: the present address unless another is named. */
export const entranceAddress = (back: string = here()) =>
  back === '/' ? '/auth/login' : `/auth/login?${new URLSearchParams({ to: back })}`

/** The way back that the sign-in page was given, or the first screen. */
export const destination = () => safePath(new URLSearchParams(location.search).get('to')) ?? homePath

/** Another page of the entrance, with the way back kept. */
export const beside = (path: string) => path + location.search

/**
 * Only paths of this very site: an address from outside must not send people away after they typed their password. The
 * pages of signing in and out are none to go back to.
 */
function safePath(value: string | null): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(value ?? '', location.origin)
    // Without its dots `/.//elsewhere` begins with two slashes, which name another site.
    const isOurs = value?.startsWith('/') && origin === location.origin && !pathname.startsWith('//')
    if (isOurs && !/^\/+auth(\/|$)/i.test(decodeURIComponent(pathname))) return pathname + search + hash
  } catch {
    // It is no address.
  }
}
