/**
 * All screens behind the entrance: the path, the component, and who may see it. Components load with their route; pointing at a link loads them earlier.
 * A new screen is one line here and, when people should find it, one in shell/navigation.ts.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { setupSearch } from './companies/setup/steps.ts'
import { fillingSearch } from './filling/fillingSearch.ts'
import { homePath } from './lib/entrance.ts'
import { guardScreen, toEntrance } from './lib/guard.ts'
import { allTexts } from './lib/i18n.ts'
import { listSearch } from './lib/listSearch.ts'
import { currentUser } from './lib/session.ts'
import { thanksSearch } from './plans/thanksSearch.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

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

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location, matches }): void => guardScreen(location, matches),
  loader: allTexts,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})
const inShell = { getParentRoute: () => shell }

const companySetup = createRoute({
  ...inShell,
  path: '/company/setup',
  validateSearch: setupSearch,
  component: lazyRouteComponent(() => import('./companies/setup/SetupPage.tsx'), 'SetupPage'),
})
const company = createRoute({
  ...inShell,
  path: '/company',
  component: lazyRouteComponent(() => import('./companies/CompanyPage.tsx'), 'CompanyPage'),
})
const companies = createRoute({
  ...inShell,
  path: '/company/list',
  staticData: { audience: 'admin' },
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./companies/CompaniesPage.tsx'), 'CompaniesPage'),
})
const companyDetail = createRoute({
  ...inShell,
  path: '/company/list/$id',
  staticData: { audience: 'admin' },
  component: lazyRouteComponent(() => import('./companies/CompanyDetailPage.tsx'), 'CompanyDetailPage'),
})
const members = createRoute({
  ...inShell,
  path: '/company/users',
  staticData: { audience: 'manager' },
  validateSearch: listSearch('role_id', 'state'),
  component: lazyRouteComponent(() => import('./members/MembersPage.tsx'), 'MembersPage'),
})
const invites = createRoute({
  ...inShell,
  path: '/company/users/invitations',
  staticData: { audience: 'manager' },
  validateSearch: listSearch('state'),
  component: lazyRouteComponent(() => import('./invites/InvitesPage.tsx'), 'InvitesPage'),
})
const roles = createRoute({
  ...inShell,
  path: '/company/roles',
  staticData: { audience: 'manager' },
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./roles/RolesPage.tsx'), 'RolesPage'),
})
const role = createRoute({
  ...inShell,
  path: '/company/roles/$id',
  staticData: { audience: 'manager' },
  component: lazyRouteComponent(() => import('./roles/RolePage.tsx'), 'RolePage'),
})
const companyPlans = createRoute({
  ...inShell,
  path: '/company/plans',
  staticData: { audience: 'manager' },
  component: lazyRouteComponent(() => import('./plans/CompanyPlansPage.tsx'), 'CompanyPlansPage'),
})
const pricing = createRoute({
  ...inShell,
  path: '/pages/pricing',
  component: lazyRouteComponent(() => import('./plans/PricingPage.tsx'), 'PricingPage'),
})
const pricingThanks = createRoute({
  ...inShell,
  path: '/pages/pricing/thanks',
  validateSearch: thanksSearch,
  component: lazyRouteComponent(() => import('./plans/ThanksPage.tsx'), 'ThanksPage'),
})
const offers = createRoute({
  ...inShell,
  path: '/plans',
  staticData: { audience: 'admin' },
  component: lazyRouteComponent(() => import('./plans/OffersPage.tsx'), 'OffersPage'),
})
const audit = createRoute({
  ...inShell,
  path: '/audit',
  staticData: { audience: 'manager' },
  validateSearch: listSearch('actor_id', 'action', 'subject_type', 'subject_id', 'from', 'to', 'company_id'),
  component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
})
const users = createRoute({
  ...inShell,
  path: '/users',
  staticData: { audience: 'admin' },
  validateSearch: listSearch('company_id', 'is_admin'),
  component: lazyRouteComponent(() => import('./users/UsersPage.tsx'), 'UsersPage'),
})
const user = createRoute({
  ...inShell,
  path: '/users/$id',
  staticData: { audience: 'admin' },
  component: lazyRouteComponent(() => import('./users/UserPage.tsx'), 'UserPage'),
})
const legal = createRoute({
  ...inShell,
  path: '/legal',
  staticData: { audience: 'admin' },
  component: lazyRouteComponent(() => import('./legal/LegalEditorPage.tsx'), 'LegalEditorPage'),
})
const locations = createRoute({
  ...inShell,
  path: '/locations',
  validateSearch: listSearch('status', 'type', 'parent_id'),
  component: lazyRouteComponent(() => import('./locations/LocationsPage.tsx'), 'LocationsPage'),
})
const location = createRoute({
  ...inShell,
  path: '/locations/$id',
  component: lazyRouteComponent(() => import('./locations/LocationPage.tsx'), 'LocationPage'),
})
const vehicles = createRoute({
  ...inShell,
  path: '/vehicles',
  validateSearch: listSearch('status', 'type'),
  component: lazyRouteComponent(() => import('./vehicles/VehiclesPage.tsx'), 'VehiclesPage'),
})
const vehicle = createRoute({
  ...inShell,
  path: '/vehicles/$id',
  component: lazyRouteComponent(() => import('./vehicles/VehiclePage.tsx'), 'VehiclePage'),
})
const vehicleEdit = createRoute({
  ...inShell,
  path: '/vehicles/edit/$id',
  component: lazyRouteComponent(() => import('./vehicles/VehicleEditPage.tsx'), 'VehicleEditPage'),
})
const animals = createRoute({
  ...inShell,
  path: '/animals',
  validateSearch: listSearch('status', 'species', 'animal_group_id'),
  component: lazyRouteComponent(() => import('./animals/AnimalsPage.tsx'), 'AnimalsPage'),
})
const animal = createRoute({
  ...inShell,
  path: '/animals/$id',
  component: lazyRouteComponent(() => import('./animals/AnimalPage.tsx'), 'AnimalPage'),
})
const animalGroups = createRoute({
  ...inShell,
  path: '/animals/groups',
  validateSearch: listSearch('status', 'species'),
  component: lazyRouteComponent(() => import('./animal-groups/AnimalGroupsPage.tsx'), 'AnimalGroupsPage'),
})
const animalGroup = createRoute({
  ...inShell,
  path: '/animals/groups/$id',
  component: lazyRouteComponent(() => import('./animal-groups/AnimalGroupPage.tsx'), 'AnimalGroupPage'),
})
const today = createRoute({
  ...inShell,
  path: '/tasks',
  component: lazyRouteComponent(() => import('./today/TodayPage.tsx'), 'TodayPage'),
})
const task = createRoute({
  ...inShell,
  path: '/tasks/$id',
  component: lazyRouteComponent(() => import('./tasks/TaskPage.tsx'), 'TaskPage'),
})
const companyTasks = createRoute({
  ...inShell,
  path: '/company/tasks',
  staticData: { audience: 'manager' },
  validateSearch: listSearch('state', 'user_id'),
  component: lazyRouteComponent(() => import('./tasks/CompanyTasksPage.tsx'), 'CompanyTasksPage'),
})
const assignments = createRoute({
  ...inShell,
  path: '/company/tasks/assignments',
  staticData: { audience: 'manager' },
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./tasks/AssignmentsPage.tsx'), 'AssignmentsPage'),
})
const assignment = createRoute({
  ...inShell,
  path: '/company/tasks/assignments/$id',
  staticData: { audience: 'manager' },
  component: lazyRouteComponent(() => import('./tasks/AssignmentPage.tsx'), 'AssignmentPage'),
})
const submissions = createRoute({
  ...inShell,
  path: '/submission/filled',
  validateSearch: listSearch(
    'form_id',
    'status',
    'user_id',
    'animal_id',
    'group_id',
    'location_id',
    'vehicle_id',
    'from',
    'to',
  ),
  component: lazyRouteComponent(() => import('./submissions/SubmissionsPage.tsx'), 'SubmissionsPage'),
})
const submission = createRoute({
  ...inShell,
  path: '/submission/view/$id',
  component: lazyRouteComponent(() => import('./submissions/SubmissionPage.tsx'), 'SubmissionPage'),
})
const fillIn = createRoute({
  ...inShell,
  path: '/submission',
  component: lazyRouteComponent(() => import('./filling/FillInPage.tsx'), 'FillInPage'),
})
const filling = createRoute({
  ...inShell,
  path: '/submission/filling/$id',
  validateSearch: fillingSearch,
  component: lazyRouteComponent(() => import('./filling/FillingPage.tsx'), 'FillingPage'),
})
const outbox = createRoute({
  ...inShell,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./filling/OutboxPage.tsx'), 'OutboxPage'),
})

const forms = createRoute({
  ...inShell,
  path: '/forms',
  validateSearch: listSearch('category', 'status'),
  component: lazyRouteComponent(() => import('./forms/FormsPage.tsx'), 'FormsPage'),
})
const newForm = createRoute({
  ...inShell,
  path: '/forms/new',
  staticData: { audience: 'manager' },
  component: lazyRouteComponent(() => import('./forms/TemplatesPage.tsx'), 'TemplatesPage'),
})
const form = createRoute({
  ...inShell,
  path: '/forms/$id',
  component: lazyRouteComponent(() => import('./forms/FormPage.tsx'), 'FormPage'),
})
const profile = createRoute({
  ...inShell,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/ProfilePage.tsx'), 'ProfilePage'),
})
const inProfile = { getParentRoute: () => profile }
const profileParts = [
  createRoute({
    ...inProfile,
    path: '/',
    component: lazyRouteComponent(() => import('./profile/DataPage.tsx'), 'DataPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/security',
    component: lazyRouteComponent(() => import('./profile/SecurityPage.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/devices',
    component: lazyRouteComponent(() => import('./profile/DevicesPage.tsx'), 'DevicesPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./profile/NotificationsPage.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/account',
    component: lazyRouteComponent(() => import('./profile/AccountPage.tsx'), 'AccountPage'),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    entrance,
    publicForm,
    shell.addChildren([
      ...[companySetup, company, companies, companyDetail, members, invites, roles, role],
      ...[companyPlans, pricing, pricingThanks, offers, audit, users, user, legal],
      ...[today, task, companyTasks, assignments, assignment],
      ...[locations, location, vehicles, vehicle, vehicleEdit, animals, animal, animalGroups, animalGroup],
      ...[submissions, submission],
      ...[fillIn, filling, outbox, forms, newForm, form],
      profile.addChildren(profileParts),
    ]),
  ]),
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
