import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const profile = screen('/profile', () => import('./ProfilePage.tsx'), 'ProfilePage')
const inProfile = { getParentRoute: () => profile }
const parts = [
  createRoute({ ...inProfile, path: '/', component: lazyRouteComponent(() => import('./DataPage.tsx'), 'DataPage') }),
  createRoute({
    ...inProfile,
    path: '/security',
    component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/devices',
    component: lazyRouteComponent(() => import('./DevicesPage.tsx'), 'DevicesPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./NotificationsPage.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/calendar',
    component: lazyRouteComponent(() => import('./CalendarPage.tsx'), 'CalendarPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/account',
    component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
  }),
]

export const profileScreens = { routes: [profile.addChildren(parts)] } satisfies Screens
