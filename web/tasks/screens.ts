import { IconCalendar, IconListCheck } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { taskReactions } from './realtime.ts'

const calendarSearch = listSearch('view', 'date', 'user_id', 'subject', 'kind')
const access = ['read', 'Task'] as const

export const taskScreens = {
  routes: [
    screen('/tasks/calendar', () => import('./calendar/CalendarPages.tsx'), 'OwnCalendarPage', {
      perCompany: true,
      access: ['read', 'SentTask'],
      search: calendarSearch,
    }),
    screen('/company/calendar', () => import('./calendar/CalendarPages.tsx'), 'CompanyCalendarPage', {
      perCompany: true,
      access,
      search: calendarSearch,
    }),
    screen('/tasks/$id', () => import('./TaskPage.tsx'), 'TaskPage', { access: ['read', 'SentTask'] }),
    screen('/company/tasks', () => import('./company/CompanyTasksPage.tsx'), 'CompanyTasksPage', {
      perCompany: true,
      access,
      search: listSearch('state', 'user_id'),
    }),
    screen('/company/tasks/assignments', () => import('./company/AssignmentsPage.tsx'), 'AssignmentsPage', {
      access,
      search: listSearch(),
    }),
    screen('/company/tasks/assignments/$id', () => import('./company/AssignmentPage.tsx'), 'AssignmentPage', {
      access,
    }),
  ],
  places: [
    { group: 'work', to: '/company/tasks', name: 'tasks', icon: IconListCheck, pages: ['/tasks/'], atThumb: 2 },
    { group: 'work', to: '/tasks/calendar', name: 'ownCalendar', icon: IconCalendar },
    { group: 'work', to: '/company/calendar', name: 'calendar', icon: IconCalendar },
  ],
  reactions: taskReactions,
  copies: async ({ companyId, can }) => {
    if (can('read', 'SentTask')) await (await import('./calendar/keepCalendar.ts')).keepCalendar(companyId)
  },
  kinds: async () => (await import('./kinds.ts')).taskKinds,
} satisfies Screens
