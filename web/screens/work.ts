/** Screens of the work: tasks, forms, submissions, reports, links that are shared, findings and cases. */
import {
  IconAlertTriangle,
  IconCalendar,
  IconChartHistogram,
  IconClipboardText,
  IconForms,
  IconListCheck,
  IconShieldCheck,
} from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../api.ts'
import type { Feature } from '../lib/feature.ts'
import { listSearch } from '../lib/listSearch.ts'
import { createRealtimeHandlers } from '../lib/realtime/realtimeHandlers.ts'
import { currentUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { sliceSearch } from '../reports/sliceSearch.ts'
import { screen } from '../shell/screen.ts'
import { moreFilters } from '../submissions/moreFilterNames.ts'
import { submissionRealtimeHandlers } from '../submissions/realtime.ts'
import { forgetCachedTask } from '../tasks/cachedQueries.ts'
import { todayKey } from '../tasks/queries.ts'
import { tellNews } from '../ui/toast.tsx'

const tasksEvents = () => import('#shared/tasks/contract.ts').then(contract => contract.taskEvents)

/** Tasks are read again, and findings, which tell who has theirs and until when. */
function tasksChanged(queries: QueryClient): void {
  for (const queryKey of [api.tasks.key, api.findings.key]) queries.invalidateQueries({ queryKey })
}

export const taskRealtimeHandlers = createRealtimeHandlers(tasksEvents, {
  'task.assigned': (sent, queries) => {
    tasksChanged(queries)
    // Nobody is covered up while they fill in; the end of the form names what it opened.
    const isFillingIn = location.pathname.startsWith('/submission/filling/')
    const user = currentUser()
    // One of another company opens from its card on Today.
    if (sent.user_id === user?.id && !isFillingIn)
      tellNews(
        i18next.t('tasks.assigned', { title: taskTitle(sent) }),
        sent.company_id === user.company_id ? `/tasks/${sent.id}` : '/tasks',
      )
  },
  'tasks.changed': (_, queries) => {
    tasksChanged(queries)
  },
  'task.reopened': (_, queries) => {
    tasksChanged(queries)
  },
  'task.completed': (sent, queries) => {
    forgetCachedTask(sent.id)
    tasksChanged(queries)
  },
  'task.skipped': (sent, queries) => {
    forgetCachedTask(sent.id)
    tasksChanged(queries)
  },
})

const calendarSearch = listSearch('view', 'date', 'user_id', 'subject', 'kind', 'done')
const tasksAccess = ['read', 'Task'] as const

export const taskFeature = {
  routes: [
    screen('/tasks/calendar', () => import('../tasks/calendar/CalendarPages.tsx'), 'OwnCalendarPage', {
      perCompany: true,
      access: ['read', 'SentTask'],
      search: calendarSearch,
    }),
    screen('/company/calendar', () => import('../tasks/calendar/CalendarPages.tsx'), 'CompanyCalendarPage', {
      perCompany: true,
      access: tasksAccess,
      search: calendarSearch,
    }),
    screen('/tasks/$id', () => import('../tasks/TaskPage.tsx'), 'TaskPage', { access: ['read', 'SentTask'] }),
    screen('/company/tasks', () => import('../tasks/company/CompanyTasksPage.tsx'), 'CompanyTasksPage', {
      perCompany: true,
      access: tasksAccess,
      search: listSearch('state', 'user_id'),
    }),
    screen('/company/tasks/assignments', () => import('../tasks/company/AssignmentsPage.tsx'), 'AssignmentsPage', {
      access: tasksAccess,
      search: listSearch(),
    }),
    screen('/company/tasks/assignments/$id', () => import('../tasks/company/AssignmentsPage.tsx'), 'AssignmentPage', {
      access: tasksAccess,
    }),
  ],
  navigation: [
    { group: 'work', to: '/company/tasks', name: 'tasks', icon: IconListCheck, pages: ['/tasks/'], bottomBarOrder: 2 },
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
  realtimeHandlers: taskRealtimeHandlers,
  prefetchForOffline: async ({ companyId, can }) => {
    if (can('read', 'SentTask'))
      await import('../tasks/calendar/keepCalendar.ts').then(part => part.keepCalendar(companyId))
  },
  outboxHandlers: () => import('../tasks/outboxHandlers.ts').then(part => part.taskHandlers),
} satisfies Feature

const formsAccess = ['read', 'Form'] as const

export const formFeature = {
  routes: [
    screen('/forms', () => import('../forms/FormsPage.tsx'), 'FormsPage', {
      access: formsAccess,
      search: listSearch('category', 'status'),
    }),
    screen('/forms/new', () => import('../forms/TemplatesPage.tsx'), 'TemplatesPage', { access: ['create', 'Form'] }),
    screen('/forms/$id', () => import('../forms/FormPage.tsx'), 'FormPage', { access: formsAccess }),
  ],
  navigation: [
    {
      group: 'work',
      to: '/forms',
      bottomBarOrder: 7,
      name: 'forms',
      icon: IconForms,
      // People who only fill forms in have them under "Fill in".
      access: can => can('create', 'Form') || can('update', 'Form') || !can('create', 'Submission'),
    },
  ],
} satisfies Feature

const submissionsAccess = ['read', 'Submission'] as const

export const submissionFeature = {
  routes: [
    screen('/submission/filled', () => import('../submissions/SubmissionsPage.tsx'), 'SubmissionsPage', {
      access: submissionsAccess,
      search: listSearch('form_id', 'status', 'review_state', ...moreFilters),
    }),
    screen('/submission/import', () => import('../submissions/importing/ImportPage.tsx'), 'ImportPage', {
      access: ['import', 'Submission'],
    }),
    screen('/submission/correct/$id', () => import('../submissions/correction/CorrectionPage.tsx'), 'CorrectionPage', {
      access: ['correct', 'Submission'],
    }),
    screen('/submission/view/$id', () => import('../submissions/SubmissionPage.tsx'), 'SubmissionPage', {
      access: submissionsAccess,
    }),
  ],
  navigation: [
    {
      group: 'work',
      to: '/submission/filled',
      name: 'submissions',
      own: { subject: 'Submission', name: 'mySubmissions', bottomBarOrder: 7 },
      icon: IconClipboardText,
      pages: ['/submission/view', '/submission/import', '/submission/correct'],
      bottomBarOrder: 4,
      within: '/forms',
    },
  ],
  realtimeHandlers: submissionRealtimeHandlers,
} satisfies Feature

const reportsEvents = () => import('#shared/reports/contract.ts').then(contract => contract.reportEvents)

const reportRealtimeHandlers = createRealtimeHandlers(reportsEvents, {
  'report.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.reports.key })
  },
  'share.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.shares.key })
  },
})

const reportsAccess = ['read', 'Report'] as const

export const reportFeature = {
  routes: [
    screen('/reports', () => import('../reports/ReportsPage.tsx'), 'ReportsPage', {
      access: reportsAccess,
      search: listSearch(),
    }),
    screen('/reports/details/$id', () => import('../reports/details/ReportPage.tsx'), 'ReportPage', {
      access: reportsAccess,
      search: sliceSearch,
    }),
    screen('/reports/export/pdf/$id', () => import('../reports/ExportPdfPage.tsx'), 'ExportPdfPage', {
      access: reportsAccess,
    }),
  ],
  navigation: [
    {
      group: 'work',
      to: '/reports',
      name: 'reports',
      icon: IconChartHistogram,
      own: { subject: 'Report', name: 'reports', within: '/guides' },
    },
  ],
  realtimeHandlers: reportRealtimeHandlers,
} satisfies Feature

/** The screen of what the company has shared by links; the links themselves open without an account. */
export const shareFeature = {
  routes: [
    screen('/company/shared', () => import('../shares/SharedThingsPage.tsx'), 'SharedThingsPage', {
      access: ['read', 'Share'],
      search: listSearch('kind'),
    }),
  ],
} satisfies Feature

const about = ['animal_id', 'group_id', 'location_id', 'vehicle_id'] as const

const findingsEvents = () => import('#shared/findings/contract.ts').then(contract => contract.findingEvents)

const findingRealtimeHandlers = createRealtimeHandlers(findingsEvents, {
  'finding.changed': (_, queries) => {
    // Today shows them among the work of everybody.
    for (const queryKey of [api.findings.key, todayKey]) queries.invalidateQueries({ queryKey })
  },
})

export const findingFeature = {
  routes: [
    screen('/findings', () => import('../findings/FindingsPage.tsx'), 'FindingsPage', {
      access: ['read', 'Finding'],
      search: listSearch('state', 'severity', 'assignee_id', ...about),
    }),
  ],
  navigation: [
    {
      group: 'work',
      to: '/findings',
      name: 'findings',
      icon: IconAlertTriangle,
      bottomBarOrder: 4,
      // Who found something reads how it ended on their submission.
      access: ['update', 'Finding'],
    },
  ],
  realtimeHandlers: findingRealtimeHandlers,
} satisfies Feature

const casesAccess = ['read', 'Case'] as const

/** Nothing of cases is heard of at the moment, and nothing is kept on the device. */
export const caseFeature = {
  routes: [
    screen('/case', () => import('../cases/CasesPage.tsx'), 'CasesPage', {
      access: casesAccess,
      search: listSearch('status', 'identity'),
    }),
    screen('/case/$id', () => import('../cases/CasePage.tsx'), 'CasePage', { access: casesAccess }),
  ],
  navigation: [{ group: 'work', to: '/case', name: 'cases', icon: IconShieldCheck, bottomBarOrder: 5 }],
} satisfies Feature
