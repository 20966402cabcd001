import { IconCreditCard, IconTags } from '@tabler/icons-react'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { thanksSearch } from './thanksSearch.ts'

const area = () => import('./area.ts')

export const planScreens = {
  routes: [
    screen('/company/plans', area, 'CompanyPlansPage', { access: ['read', 'CompanyPlan'] }),
    screen('/pages/pricing', area, 'PricingPage'),
    screen('/pages/pricing/thanks', area, 'ThanksPage', { search: thanksSearch }),
    screen('/plans', area, 'OffersPage', { access: ['update', 'Plan'] }),
  ],
  places: [
    { group: 'company', to: '/company/plans', name: 'plans', icon: IconCreditCard, pages: ['/pages/pricing'] },
    { group: 'platform', to: '/plans', name: 'offers', icon: IconTags },
  ],
} satisfies Screens
