import { IconCalendarCheck } from '@tabler/icons-react'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { NewTaskCount } from '../tasks/NewTaskCount.tsx'

export const todayScreens = {
  // Everybody's home, whatever they may do.
  routes: [screen('/tasks', () => import('./TodayPage.tsx'), 'TodayPage')],
  places: [
    {
      group: 'daily',
      to: '/tasks',
      name: 'today',
      icon: IconCalendarCheck,
      access: {
        any: [
          ['read', 'SentTask'],
          ['read', 'Task'],
          ['read', 'Submission'],
        ],
      },
      atThumb: 1,
      badge: NewTaskCount,
    },
  ],
} satisfies Screens
