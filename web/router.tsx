/** The addresses of the app: those of the features (`web/screens`), and the few that lead out of it. */
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { features } from './features.ts'
import { toEntrance } from './lib/guard.ts'
import { homePath } from './lib/session/entrance.ts'
import { currentUser } from './lib/session/session.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { NotFound, NotFoundPage } from './shell/NotFoundPage.tsx'
import { root, shell } from './shell/screen.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw currentUser() ? redirect({ href: homePath }) : toEntrance('/auth/login')
  },
})
const entrance = createRoute({
  getParentRoute: () => root,
  path: '/auth/$',
  beforeLoad: ({ location }) => {
    throw toEntrance(location.href)
  },
})
const publicForm = createRoute({
  getParentRoute: () => root,
  path: '/form/$id/public/$token',
  beforeLoad: ({ location }) => {
    throw toEntrance(location.href)
  },
})

/** Every other address, within the frame of signed-in screens. */
const nowhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NotFound,
  staticData: { isNowhere: true },
})

type Screen = Extract<(typeof features)[number], { routes: unknown }>['routes'][number]
const screens = features.flatMap<Screen>(feature => ('routes' in feature ? feature.routes : []))

export const router = createRouter({
  routeTree: root.addChildren([home, entrance, publicForm, shell.addChildren([...screens, nowhere])]),
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
