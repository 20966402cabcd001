import { IconAlertTriangle } from '@tabler/icons-react'
import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { todayKey } from '../tasks/queries.ts'

const about = ['animal_id', 'group_id', 'location_id', 'vehicle_id'] as const

const shapes = () => import('#shared/findings/contract.ts').then(contract => contract.findingEvents)

const findingReactions = reactionsTo(shapes, {
  'finding.changed': (_, queries) => {
    // Today shows them among the work of everybody.
    for (const queryKey of [api.findings.key, todayKey]) queries.invalidateQueries({ queryKey })
  },
})

export const findingScreens = {
  routes: [
    screen('/findings', () => import('./FindingsPage.tsx'), 'FindingsPage', {
      access: ['read', 'Finding'],
      search: listSearch('state', 'severity', 'assignee_id', ...about),
    }),
  ],
  places: [
    {
      group: 'work',
      to: '/findings',
      name: 'findings',
      icon: IconAlertTriangle,
      atThumb: 4,
      // Who found something reads how it ended on their submission.
      access: ['update', 'Finding'],
    },
  ],
  reactions: findingReactions,
} satisfies Screens
