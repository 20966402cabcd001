import { IconChartHistogram } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { reportReactions } from './realtime.ts'
import { sliceSearch } from './sliceSearch.ts'

const area = () => import('./area.ts')
/** With the charts, which no list waits for. */
const details = () => import('./details/area.ts')
const access = ['read', 'Report'] as const

export const reportScreens = {
  routes: [
    screen('/reports', area, 'ReportsPage', { access, search: listSearch() }),
    screen('/reports/details/$id', details, 'ReportPage', { access, search: sliceSearch }),
    screen('/reports/export/pdf/$id', area, 'ExportPdfPage', { access }),
    screen('/company/shared', area, 'SharedThingsPage', {
      access: ['read', 'Share'],
      search: listSearch('kind'),
    }),
  ],
  places: [{ group: 'work', to: '/reports', name: 'reports', icon: IconChartHistogram }],
  reactions: reportReactions,
} satisfies Screens
