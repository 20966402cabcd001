/** The frame of all signed-in screens as a route, and the way to add a screen to it. */
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
} from '@tanstack/react-router'
import type { Access } from '../lib/access.ts'
import { guardScreen } from '../lib/guard.ts'
import { allTexts } from '../lib/i18n.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { NotFound, NotFoundPage } from './NotFoundPage.tsx'

export const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location, matches }): void => guardScreen(location, matches),
  loader: allTexts,
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
})

type Options<Search> = {
  /** Who may open it; everybody signed in when absent. */
  access?: Access
  /** Reads what the address says beside the path. */
  search?: (raw: Record<string, unknown>) => Search
  /** What `$id` may be, where it is not the number of a row. */
  ids?: RegExp
}

/** As the server counts rows. */
const rowId = /^[1-9]\d{0,9}$/

/**
 * A screen: its path, the noun's area and the name of the page in there, and who may open it. The area is fetched with the first of
 * its pages; pointing at a link fetches it earlier.
 */
export function screen<const Path extends string, Area, Search = Record<never, never>>(
  path: Path,
  area: () => Promise<Area>,
  page: keyof Area & string,
  { access, search, ids = rowId }: Options<Search> = {},
) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    ...(access && { staticData: { access } }),
    // What can be no row is asked for nowhere.
    beforeLoad: ({ params }): void => {
      const { id } = params as { id?: string }
      if (id !== undefined && !ids.test(id)) throw notFound()
    },
    notFoundComponent: NotFound,
    validateSearch: search ?? (() => ({}) as Search),
    component: lazyRouteComponent(area as () => Promise<Record<string, AsyncRouteComponent<unknown>>>, page),
  })
}
