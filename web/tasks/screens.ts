import { IconCalendar, IconListCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import { api } from '../api.ts'
import { listSearch } from '../lib/listSearch.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'
import { currentUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { screen } from '../shell/screen.ts'
import { tellNews } from '../ui/toast.tsx'
import { forgetCachedTask } from './cachedQueries.ts'

const shapes = () => import('#shared/tasks/contract.ts').then(contract => contract.taskEvents)

export const taskReactions = reactionsTo(shapes, {
  'task.assigned': (sent, queries) => {
    queries.invalidateQueries({ queryKey: api.tasks.key })
    // Nobody is covered up while they fill in; the end of the form names what it opened.
    const isFillingIn = location.pathname.startsWith('/submission/filling/')
    if (sent.user_id === currentUser()?.id && !isFillingIn)
      tellNews(i18next.t('tasks.assigned', { title: taskTitle(sent) }), `/tasks/${sent.id}`)
  },
  'tasks.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
  'task.reopened': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
  'task.completed': (sent, queries) => {
    forgetCachedTask(sent.id)
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
  'task.skipped': (sent, queries) => {
    forgetCachedTask(sent.id)
    queries.invalidateQueries({ queryKey: api.tasks.key })
  },
})

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
    screen('/company/tasks/assignments/$id', () => import('./company/AssignmentsPage.tsx'), 'AssignmentPage', {
      access,
    }),
  ],
  places: [
    { group: 'work', to: '/company/tasks', name: 'tasks', icon: IconListCheck, pages: ['/tasks/'], atThumb: 2 },
    {
      group: 'work',
      to: '/company/tasks/assignments',
      name: 'assignments',
      icon: IconListCheck,
      within: '/company/tasks',
    },
    { group: 'work', to: '/company/calendar', name: 'calendar', icon: IconCalendar, within: '/company/tasks' },
    {
      group: 'work',
      to: '/tasks/calendar',
      name: 'ownCalendar',
      icon: IconCalendar,
      within: '/company/tasks',
      own: { subject: 'Task', name: 'ownCalendar', within: '/tasks' },
    },
  ],
  reactions: taskReactions,
  copies: async ({ companyId, can }) => {
    if (can('read', 'SentTask')) await (await import('./calendar/keepCalendar.ts')).keepCalendar(companyId)
  },
  kinds: async () => (await import('./sending.ts')).taskHandlers,
} satisfies Screens
