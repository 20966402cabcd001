/** Screens of a company’s administration and of the platform’s. */
import {
  IconArrowUp,
  IconBuilding,
  IconBuildingCommunity,
  IconCreditCard,
  IconForms,
  IconGauge,
  IconHeartbeat,
  IconHistory,
  IconShieldCheck,
  IconTags,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react'
import { api } from '../api.ts'
import type { Feature } from '../lib/feature.ts'
import { listSearch } from '../lib/listSearch.ts'
import { queryClient } from '../lib/queryClient.ts'
import { createRealtimeHandlers } from '../lib/realtime/realtimeHandlers.ts'
import { currentUser } from '../lib/session/session.ts'
import { setupSearch } from '../setup/steps.ts'
import { screen } from '../shell/screen.ts'

const companiesOfAll = ['manage', 'Company'] as const

const companiesEvents = () => import('#shared/companies/contract.ts').then(contract => contract.companyNews)

export const companyFeature = {
  routes: [
    screen('/company/setup', () => import('../setup/SetupPage.tsx'), 'SetupPage', { search: setupSearch }),
    screen('/company', () => import('../companies/CompanyPage.tsx'), 'CompanyPage', { access: ['read', 'Company'] }),
    screen('/company/list', () => import('../companies/CompaniesPage.tsx'), 'CompaniesPage', {
      access: companiesOfAll,
      search: listSearch(),
    }),
    screen('/company/list/$id', () => import('../companies/CompanyDetailPage.tsx'), 'CompanyDetailPage', {
      access: companiesOfAll,
    }),
  ],
  navigation: [
    { group: 'company', to: '/company', name: 'company', icon: IconBuilding, access: ['update', 'Company'] },
    { group: 'platform', to: '/company/list', name: 'companies', icon: IconBuildingCommunity },
  ],
  realtimeHandlers: createRealtimeHandlers(companiesEvents, {
    'company.changed': (_, queries) => {
      void queries.invalidateQueries({ queryKey: api.companies.key })
    },
  }),
  prefetchForOffline: async ({ companyId }) => queryClient.prefetchQuery(api.companies.get.query({ id: companyId })),
} satisfies Feature

/** Everybody may know their colleagues; the list of them is for those who ask people in. */
const membersAccess = {
  all: [
    ['read', 'Member'],
    ['read', 'Invite'],
  ],
} as const

export const memberFeature = {
  routes: [
    screen('/company/users', () => import('../members/MembersPage.tsx'), 'MembersPage', {
      access: membersAccess,
      search: listSearch('role_id', 'state', 'works_at'),
    }),
  ],
  navigation: [{ group: 'company', to: '/company/users', name: 'people', icon: IconUsers }],
  // Colleagues can be picked as answers.
  prefetchForOffline: async ({ can }) => {
    if (!can('read', 'Member')) return
    const { registerNames } = await import('../answers/registerNames.ts')
    await queryClient.prefetchQuery(registerNames('user'))
  },
} satisfies Feature

const membersEvents = () => import('#shared/companies/invites.ts').then(contract => contract.inviteEvents)

const inviteRealtimeHandlers = createRealtimeHandlers(membersEvents, {
  'invites.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.invites.key })
    queries.invalidateQueries({ queryKey: api.companies.members.key })
  },
})

export const inviteFeature = {
  routes: [
    screen('/company/users/invitations', () => import('../members/invites/InvitesPage.tsx'), 'InvitesPage', {
      access: ['read', 'Invite'],
      search: listSearch('state'),
    }),
  ],
  navigation: [
    {
      group: 'company',
      to: '/company/users/invitations',
      name: 'invitations',
      icon: IconUsers,
      within: '/company/users',
    },
  ],
  realtimeHandlers: inviteRealtimeHandlers,
} satisfies Feature

const rolesAccess = ['update', 'Role'] as const

export const roleFeature = {
  routes: [
    screen('/company/roles', () => import('../roles/RolesPage.tsx'), 'RolesPage', {
      access: rolesAccess,
      search: listSearch(),
    }),
    screen('/company/roles/$id', () => import('../roles/RolePage.tsx'), 'RolePage', {
      access: rolesAccess,
      ids: /^(new|[1-9]\d{0,9})$/,
    }),
  ],
  navigation: [
    { group: 'company', to: '/company/roles', name: 'roles', icon: IconShieldCheck, within: '/company/users' },
  ],
} satisfies Feature

const keysPage = () => import('../keys/KeysPage.tsx')

export const keyFeature = {
  routes: [
    screen('/company/integrations', keysPage, 'IntegrationsPage', {
      access: ['create', 'ApiKey'],
      search: listSearch(),
    }),
    screen('/company/integrations/webhooks', () => import('../webhooks/WebhooksPage.tsx'), 'WebhooksPage', {
      access: ['create', 'ApiKey'],
      search: listSearch(),
    }),
    screen('/system/keys', keysPage, 'PlatformKeysPage', {
      access: companiesOfAll,
      search: listSearch(),
    }),
  ],
  navigation: [
    { group: 'company', to: '/company/integrations', name: 'integrations', icon: IconUserCog, within: '/company' },
    { group: 'company', to: '/company/integrations/webhooks', name: 'webhooks', icon: IconUserCog, within: '/company' },
    { group: 'platform', to: '/system/keys', name: 'keys', icon: IconUserCog },
  ],
} satisfies Feature

const signInPage = () => import('../sso/SignInPage.tsx')

export const ssoFeature = {
  routes: [
    screen('/company/sign-in', signInPage, 'CompanySignInPage', { access: ['update', 'SingleSignOn'] }),
    screen('/system/sign-in', signInPage, 'PlatformSignInPage', { access: companiesOfAll }),
  ],
  navigation: [
    { group: 'company', to: '/company/sign-in', name: 'signIn', icon: IconShieldCheck, within: '/company/users' },
    { group: 'platform', to: '/system/sign-in', name: 'signIn', icon: IconShieldCheck },
  ],
} satisfies Feature

const passNews = () => import('#shared/passes/contract.ts').then(contract => contract.passEvents)

export const passFeature = {
  routes: [
    screen('/company/passes', () => import('../passes/PassesPage.tsx'), 'PassesPage', {
      access: ['read', 'Pass'],
      search: listSearch(),
    }),
    screen('/company/passes/$id', () => import('../passes/PassPage.tsx'), 'PassPage', {
      access: ['read', 'Pass'],
      search: listSearch(),
    }),
  ],
  navigation: [{ group: 'company', to: '/company/passes', name: 'passes', icon: IconShieldCheck, within: '/company' }],
  realtimeHandlers: createRealtimeHandlers(passNews, {
    'pass.changed': (_, queries) => {
      for (const feature of ['passes', 'passRequests']) void queries.invalidateQueries({ queryKey: [feature] })
    },
  }),
} satisfies Feature

/** The offer that was chosen. */
const thanksSearch = (raw: Record<string, unknown>): { plan?: number } =>
  Number.isInteger(raw.plan) ? { plan: Number(raw.plan) } : {}

export const planFeature = {
  routes: [
    screen('/company/plans', () => import('../plans/CompanyPlansPage.tsx'), 'CompanyPlansPage', {
      access: ['read', 'CompanyPlan'],
    }),
    screen('/pages/pricing', () => import('../plans/PricingPage.tsx'), 'PricingPage'),
    screen('/pages/pricing/thanks', () => import('../plans/ThanksPage.tsx'), 'ThanksPage', { search: thanksSearch }),
    screen('/plans', () => import('../plans/OffersPage.tsx'), 'OffersPage', { access: ['update', 'Plan'] }),
  ],
  navigation: [
    {
      group: 'company',
      to: '/company/plans',
      name: 'plans',
      icon: IconCreditCard,
      within: '/company',
      pages: ['/pages/pricing'],
      access: () => currentUser()?.sells_plans !== false,
    },
    { group: 'platform', to: '/plans', name: 'offers', icon: IconTags },
  ],
} satisfies Feature

export const auditFeature = {
  routes: [
    screen('/audit', () => import('../audit/AuditPage.tsx'), 'AuditPage', {
      access: ['read', 'AuditEntry'],
      search: listSearch('actor_id', 'action', 'subject_type', 'subject_id', 'from', 'to', 'company_id'),
    }),
  ],
  navigation: [
    // The screen belongs to the reports; its entry is among those of the company.
    { group: 'company', to: '/company/shared', name: 'shared', icon: IconArrowUp, within: '/company' },
    { group: 'company', to: '/audit', name: 'audit', icon: IconHistory, within: '/company' },
  ],
} satisfies Feature

export const sealsFeature = {
  routes: [screen('/seals', () => import('../seals/SealsPage.tsx'), 'SealsPage', { access: ['read', 'AuditEntry'] })],
  navigation: [{ group: 'company', to: '/seals', name: 'seals', icon: IconShieldCheck, within: '/company' }],
} satisfies Feature

export const dashboardFeature = {
  routes: [
    screen('/dashboard', () => import('../dashboard/DashboardPage.tsx'), 'DashboardPage', {
      access: companiesOfAll,
      search: listSearch('state', 'from', 'to'),
    }),
  ],
  navigation: [{ group: 'platform', to: '/dashboard', name: 'dashboard', icon: IconGauge, access: companiesOfAll }],
} satisfies Feature

const usersAccess = ['manage', 'User'] as const

export const userFeature = {
  routes: [
    screen('/users', () => import('../users/UsersPage.tsx'), 'UsersPage', {
      access: usersAccess,
      search: listSearch('company_id', 'is_admin'),
    }),
    screen('/users/$id', () => import('../users/UserPage.tsx'), 'UserPage', { access: usersAccess }),
  ],
  navigation: [{ group: 'platform', to: '/users', name: 'users', icon: IconUserCog }],
} satisfies Feature

export const healthFeature = {
  routes: [screen('/system', () => import('../system/HealthPage.tsx'), 'HealthPage', { access: companiesOfAll })],
  navigation: [{ group: 'platform', to: '/system', name: 'system', icon: IconHeartbeat, access: companiesOfAll }],
} satisfies Feature

export const legalFeature = {
  routes: [
    screen('/legal', () => import('../legal/LegalEditorPage.tsx'), 'LegalEditorPage', { access: ['manage', 'Legal'] }),
  ],
  navigation: [{ group: 'platform', to: '/legal', name: 'legal', icon: IconForms }],
} satisfies Feature
