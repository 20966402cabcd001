import { IconCreditCard, IconTags } from '@tabler/icons-react'
import type { Screens } from '../lib/screens.ts'
import { currentUser } from '../lib/session/session.ts'
import { screen } from '../shell/screen.ts'

/** The offer that was chosen. */
const thanksSearch = (raw: Record<string, unknown>): { plan?: number } =>
  Number.isInteger(raw.plan) ? { plan: Number(raw.plan) } : {}

export const planScreens = {
  routes: [
    screen('/company/plans', () => import('./CompanyPlansPage.tsx'), 'CompanyPlansPage', {
      access: ['read', 'CompanyPlan'],
    }),
    screen('/pages/pricing', () => import('./PricingPage.tsx'), 'PricingPage'),
    screen('/pages/pricing/thanks', () => import('./ThanksPage.tsx'), 'ThanksPage', { search: thanksSearch }),
    screen('/plans', () => import('./OffersPage.tsx'), 'OffersPage', { access: ['update', 'Plan'] }),
  ],
  places: [
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
} satisfies Screens
