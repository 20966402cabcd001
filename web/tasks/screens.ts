import { IconCalendar, IconListCheck } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { taskReactions } from './realtime.ts'

const area = () => import('./area.ts')
const company = () => import('./company/area.ts')
const assignment = () => import('./company/AssignmentPage.tsx')
const calendar = () => import('./calendar/area.ts')
const calendarSearch = listSearch('view', 'date', 'user_id', 'subject', 'kind')
const access = ['read', 'Task'] as const

export const taskScreens = {
  routes: [
    screen('/tasks/calendar', calendar, 'OwnCalendarPage', {
      perCompany: true,
      access: ['read', 'SentTask'],
      search: calendarSearch,
    }),
    screen('/company/calendar', calendar, 'CompanyCalendarPage', { perCompany: true, access, search: calendarSearch }),
    screen('/tasks/$id', area, 'TaskPage', { access: ['read', 'SentTask'] }),
    screen('/company/tasks', company, 'CompanyTasksPage', {
      perCompany: true,
      access,
      search: listSearch('state', 'user_id'),
    }),
    screen('/company/tasks/assignments', company, 'AssignmentsPage', { access, search: listSearch() }),
    screen('/company/tasks/assignments/$id', assignment, 'AssignmentPage', { access }),
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
