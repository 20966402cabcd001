import { IconBuilding, IconBuildingCommunity } from '@tabler/icons-react'
import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { queryClient } from '../lib/queryClient.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { setupSearch } from './setup/steps.ts'

const all = ['manage', 'Company'] as const

const shapes = () => import('#shared/companies/contract.ts').then(contract => contract.companyNews)

export const companyScreens = {
  routes: [
    screen('/company/setup', () => import('./setup/SetupPage.tsx'), 'SetupPage', { search: setupSearch }),
    screen('/company', () => import('./CompanyPage.tsx'), 'CompanyPage', { access: ['read', 'Company'] }),
    screen('/company/list', () => import('./CompaniesPage.tsx'), 'CompaniesPage', {
      access: all,
      search: listSearch(),
    }),
    screen('/company/list/$id', () => import('./CompanyDetailPage.tsx'), 'CompanyDetailPage', { access: all }),
  ],
  places: [
    { group: 'company', to: '/company', name: 'company', icon: IconBuilding, access: ['update', 'Company'] },
    { group: 'platform', to: '/company/list', name: 'companies', icon: IconBuildingCommunity },
  ],
  reactions: reactionsTo(shapes, {
    'company.changed': (_, queries) => {
      void queries.invalidateQueries({ queryKey: api.companies.key })
    },
  }),
  copies: async ({ companyId }) => queryClient.prefetchQuery(api.companies.get.query({ id: companyId })),
} satisfies Screens
