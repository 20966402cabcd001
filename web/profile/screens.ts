import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const area = () => import('./area.ts')

const profile = screen('/profile', area, 'ProfilePage')
const inProfile = { getParentRoute: () => profile }
const parts = [
  createRoute({ ...inProfile, path: '/', component: lazyRouteComponent(area, 'DataPage') }),
  createRoute({ ...inProfile, path: '/security', component: lazyRouteComponent(area, 'SecurityPage') }),
  createRoute({ ...inProfile, path: '/devices', component: lazyRouteComponent(area, 'DevicesPage') }),
  createRoute({ ...inProfile, path: '/notifications', component: lazyRouteComponent(area, 'NotificationsPage') }),
  createRoute({ ...inProfile, path: '/calendar', component: lazyRouteComponent(area, 'CalendarPage') }),
  createRoute({ ...inProfile, path: '/account', component: lazyRouteComponent(area, 'AccountPage') }),
]

export const profileScreens = { routes: [profile.addChildren(parts)] } satisfies Screens
