/** The frame of all signed-in screens as a route, and the way to add a screen to it. */
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { Access } from '../lib/access.ts'
import { guardScreen } from '../lib/guard.ts'
import { allTexts } from '../lib/i18n.ts'
import { currentUser } from '../lib/session/session.ts'
import { ErrorPage, noCompany, notForRole, ScreenNotFound } from './ErrorPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { loadAppChrome, Shell } from './Shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    comesFirst?: true
  }
}

export const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location, matches }) => {
    return {
      isForRole: guardScreen(location, matches),
      comesFirst: matches.some(({ staticData }) => staticData.comesFirst),
    }
  },
  loader: async ({ context }): Promise<void> => {
    await Promise.all([allTexts(), context.comesFirst || loadAppChrome()])
  },
  component: Shell,
})

type Options<Module, Search> = {
  /** Who may open it; everybody signed in when absent. */
  access?: Access
  /** It shows one company: an administrator who has opened none reads where to open one. */
  perCompany?: true
  /** Reads what the address says beside the path. */
  search?: (raw: Record<string, unknown>) => Search
  /** What `$id` may be, where it is not the number of a row. */
  ids?: RegExp
  /** The id under which an address is opened, where that is another than it names. */
  idToOpen?: (id: string, search: Search) => string
  /** It is drawn before the frame around it, and calls `markFirstPaint` (ui/firstPaint.ts). */
  comesFirst?: true
  /**
   * Data of the page, requested as soon as its code is here, so that the page waits less. Data within a moment is shown
   * at once; otherwise the page shows that it is loading. Never fails.
   */
  begin?: (module: Module, id: string, search: Search) => Promise<void>
}

/** A page that looks up something is drawn twice, unless that is found within this. */
const momentMs = 300
const aMoment = () => new Promise<void>(resolve => setTimeout(resolve, momentMs))

/** As the server counts rows. */
const rowId = /^[1-9]\d{0,9}$/

const noSearch = <Search>(): Search => ({}) as Search

/**
 * A screen: its path, the module that has its page, the page's name, and who may open it. The module is
 * fetched with its first page; pointing at a link fetches it earlier.
 */
export function screen<const Path extends string, Module, Search = Record<never, never>>(
  path: Path,
  module: () => Promise<Module>,
  page: keyof Module & string,
  { access, perCompany, search, ids = rowId, idToOpen, comesFirst, begin }: Options<Module, Search> = {},
) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { ...(access && { access }), ...(comesFirst && { comesFirst }) },
    // What can be no row is asked for nowhere.
    beforeLoad: ({ params, search, context }): void => {
      if (!context.isForRole) throw notFound({ data: notForRole })
      if (perCompany && !currentUser()?.company_id) throw notFound({ data: noCompany })
      const { id } = params as { id?: string }
      if (id === undefined) return
      if (!ids.test(id)) throw notFound()
      const other = idToOpen?.(id, search as Search)
      if (other !== undefined && other !== id)
        throw redirect({ to: path as string, params: { id: other }, search: search as never, replace: true })
    },
    loader: async ({ params, cause, location }): Promise<void> => {
      if (!begin || cause !== 'enter') return
      const { id = '' } = params as { id?: string }
      // The router says it where the module cannot be had.
      const found = await module().catch(() => undefined)
      if (found) await Promise.race([begin(found, id, (search ?? noSearch)(location.search)), aMoment()])
    },
    notFoundComponent: ScreenNotFound,
    validateSearch: search ?? noSearch<Search>,
    component: lazyRouteComponent(module as () => Promise<Record<string, AsyncRouteComponent<unknown>>>, page),
  })
}
