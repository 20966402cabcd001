/** Screens of every day: today, filling in, messages, guides, notifications and the own profile. */
import { IconBook2, IconCalendarCheck, IconMessages, IconPencilCheck } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { api } from '../api.ts'
import { fillingSearch, resolveDraftId } from '../filling/draft/fillingSearch.ts'
import { DueGuideCount } from '../guides/DueGuides.tsx'
import type { Feature } from '../lib/feature.ts'
import { listSearch, positiveInteger } from '../lib/listSearch.ts'
import { createRealtimeHandlers, type RealtimeHandlers } from '../lib/realtime/realtimeHandlers.ts'
import type { MessagingSearch } from '../messaging/conversations.ts'
import { UnreadCount } from '../messaging/list/UnreadCount.tsx'
import { screen } from '../shell/screen.ts'
import { NewTaskCount } from '../tasks/NewTaskCount.tsx'

export const todayFeature = {
  // The home of everybody, without a right.
  routes: [screen('/tasks', () => import('../today/TodayPage.tsx'), 'TodayPage')],
  navigation: [
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
      bottomBarOrder: 1,
      badge: NewTaskCount,
    },
  ],
} satisfies Feature

const fillingAccess = {
  all: [
    ['create', 'Submission'],
    ['read', 'Form'],
  ],
} as const

const keepingForms = () => import('../filling/draft/keepForms.ts')

/** Loads the form of a task onto the device when it is assigned: there may be no network where it is done. */
const refreshForms = (payload: unknown) =>
  void keepingForms().then(part => part.refreshKeptForms(payload), console.warn)

export const fillingFeature = {
  // Each page is fetched by itself: the list of forms does not wait for the evaluation of answers.
  routes: [
    screen('/submission', () => import('../filling/FillInPage.tsx'), 'FillInPage', { access: fillingAccess }),
    screen('/submission/filling/$id', () => import('../filling/draft/FillingPage.tsx'), 'FillingPage', {
      access: ['create', 'Submission'],
      search: fillingSearch,
      // The uuid of a draft, its number, or none yet.
      ids: /^(new|[1-9]\d{0,9}|[\da-f]{8}-[\da-f-]{27})$/i,
      idToOpen: resolveDraftId,
      comesFirst: true,
      begin: ({ beginOpening }, id, search) => beginOpening(id, search),
    }),
    screen('/outbox', () => import('../outbox/OutboxPage.tsx'), 'OutboxPage'),
  ],
  navigation: [
    { group: 'daily', to: '/submission', name: 'fillIn', icon: IconPencilCheck, bottomBarOrder: 5, within: '/forms' },
  ],
  outboxHandlers: () => import('../filling/outboxHandlers.ts').then(part => part.fillingHandlers),
  realtimeHandlers: { 'task.assigned': refreshForms, missed: refreshForms },
  prefetchForOffline: async ({ userId, can }) => {
    if (can('read', 'Form')) await (await keepingForms()).keepForms(userId)
  },
} satisfies Feature

const refetchConversations: RealtimeHandlers[string] = (_, queries) => {
  for (const { key } of [api.messaging.list, api.messaging.get, api.messaging.unreadCount])
    void queries.invalidateQueries({ queryKey: key })
}

const messageNotices = () => import('../messaging/messageNotice.tsx')

/** Handlers of messages on any screen; they fetch their code, because this file comes with the app. */
const messagingRealtimeHandlers: RealtimeHandlers = {
  NewMessageNotification: async (payload, queries) => {
    refetchConversations(payload, queries)
    await (await messageNotices()).showMessageNotice(payload)
  },
  // After a connection was lost for some milliseconds, the messages written since are shown together.
  missed: async forMs => (await messageNotices()).showMissedNotices(forMs as number),
  'conversation.created': refetchConversations,
  'conversation.updated': refetchConversations,
  'conversation.own': refetchConversations,
  'user-left-conversation': refetchConversations,
}

const messagingAccess = ['read', 'Conversation'] as const

export const messagingFeature = {
  routes: [
    screen('/messaging', () => import('../messaging/MessagingPage.tsx'), 'MessagingPage', {
      access: messagingAccess,
      search: (raw): MessagingSearch => ({
        conversation: positiveInteger(raw.conversation),
        message: positiveInteger(raw.message),
      }),
    }),
    screen('/messaging/reports', () => import('../messaging/reports/ReportsPage.tsx'), 'ReportsPage', {
      perCompany: true,
      access: ['read', 'MessageReport'],
    }),
  ],
  navigation: [
    { group: 'daily', to: '/messaging', name: 'messages', icon: IconMessages, bottomBarOrder: 3, badge: UnreadCount },
  ],
  realtimeHandlers: messagingRealtimeHandlers,
  channels: ({ companyId, can }) => [
    ...(companyId && can('read', 'Conversation') ? [`private-company.${companyId}.conversations`] : []),
    ...(can('manage', 'SupportLine') ? ['private-support.inbox'] : []),
  ],
  prefetchForOffline: async scope => {
    if (scope.can('read', 'Conversation'))
      await import('../messaging/kept/keepMessages.ts').then(part => part.keepMessages(scope))
  },
  outboxHandlers: () => import('../messaging/outboxHandlers.ts').then(part => part.messagingHandlers),
} satisfies Feature

const guidesEvents = () => import('#shared/guides/contract.ts').then(contract => contract.guideEvents)

const guideRealtimeHandlers = createRealtimeHandlers(guidesEvents, {
  'guide.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.guides.key })
  },
})

const guidesAccess = ['read', 'Guide'] as const

export const guideFeature = {
  routes: [
    screen('/guides', () => import('../guides/GuidesPage.tsx'), 'GuidesPage', {
      access: guidesAccess,
      search: listSearch('category'),
    }),
    screen('/guides/all', () => import('../guides/AllGuidesPage.tsx'), 'AllGuidesPage', {
      access: guidesAccess,
      search: listSearch('category', 'status', 'stage'),
    }),
    screen('/guides/ready', () => import('../guides/ReadyGuidesPage.tsx'), 'ReadyGuidesPage', {
      access: ['create', 'Guide'],
    }),
    screen('/guides/create', () => import('../guides/editor/CreateGuidePage.tsx'), 'CreateGuidePage', {
      access: ['create', 'Guide'],
    }),
    screen('/guides/edit/$id', () => import('../guides/editor/EditGuidePage.tsx'), 'EditGuidePage', {
      access: ['update', 'Guide'],
    }),
    screen('/guides/$id', () => import('../guides/GuidePage.tsx'), 'GuidePage', { access: guidesAccess }),
  ],
  navigation: [
    { group: 'daily', to: '/guides', name: 'guides', icon: IconBook2, bottomBarOrder: 6, badge: DueGuideCount },
  ],
  realtimeHandlers: guideRealtimeHandlers,
  prefetchForOffline: async ({ userId, can }) => {
    if (can('read', 'Guide')) await import('../guides/keepGuides.ts').then(part => part.keepGuides(userId))
  },
} satisfies Feature

const notificationsEvents = () =>
  import('#shared/notifications/contract.ts').then(contract => contract.notificationEvents)

const noticeRealtimeHandlers = createRealtimeHandlers(notificationsEvents, {
  'notice.created': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.notices.key })
  },
})

export const noticeFeature = {
  routes: [
    screen('/notifications', () => import('../notifications/NotificationsPage.tsx'), 'NotificationsPage', {
      access: ['read', 'Notice'],
      search: listSearch('unread', 'kind'),
    }),
  ],
  realtimeHandlers: noticeRealtimeHandlers,
  prefetchForOffline: ({ userId }) => import('../notifications/browserPush.ts').then(part => part.followPush(userId)),
} satisfies Feature

const profile = screen('/profile', () => import('../profile/ProfilePage.tsx'), 'ProfilePage')
const inProfile = { getParentRoute: () => profile }
const parts = [
  createRoute({
    ...inProfile,
    path: '/',
    component: lazyRouteComponent(() => import('../profile/DataPage.tsx'), 'DataPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/security',
    component: lazyRouteComponent(() => import('../profile/SecurityPage.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/devices',
    component: lazyRouteComponent(() => import('../profile/DevicesPage.tsx'), 'DevicesPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/notifications',
    component: lazyRouteComponent(() => import('../profile/NotificationsPage.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/calendar',
    component: lazyRouteComponent(() => import('../profile/CalendarPage.tsx'), 'CalendarPage'),
  }),
  createRoute({
    ...inProfile,
    path: '/account',
    component: lazyRouteComponent(() => import('../profile/AccountPage.tsx'), 'AccountPage'),
  }),
]

export const profileFeature = { routes: [profile.addChildren(parts)] } satisfies Feature
