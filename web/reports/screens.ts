import { IconChartHistogram } from '@tabler/icons-react'
import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { sliceSearch } from './sliceSearch.ts'

const shapes = () => import('#shared/reports/contract.ts').then(contract => contract.reportEvents)

const reportReactions = reactionsTo(shapes, {
  'report.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.reports.key })
  },
  'share.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.shares.key })
  },
})

const access = ['read', 'Report'] as const

export const reportScreens = {
  routes: [
    screen('/reports', () => import('./ReportsPage.tsx'), 'ReportsPage', { access, search: listSearch() }),
    screen('/reports/details/$id', () => import('./details/ReportPage.tsx'), 'ReportPage', {
      access,
      search: sliceSearch,
    }),
    screen('/reports/export/pdf/$id', () => import('./ExportPdfPage.tsx'), 'ExportPdfPage', { access }),
  ],
  places: [
    {
      group: 'work',
      to: '/reports',
      name: 'reports',
      icon: IconChartHistogram,
      own: { subject: 'Report', name: 'reports', within: '/guides' },
    },
  ],
  reactions: reportReactions,
} satisfies Screens
