import { IconPencilCheck } from '@tabler/icons-react'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { fillingSearch, resolveDraftId } from './draft/fillingSearch.ts'

const access = {
  all: [
    ['create', 'Submission'],
    ['read', 'Form'],
  ],
} as const

const forms = () => import('./draft/keepForms.ts')

/** What a task is done with is on the device the moment that it is given: where it is done there may be no signal. */
const bring = (told: unknown) => void forms().then(part => part.bringForms(told), console.warn)

export const fillingScreens = {
  // Each page is fetched by itself: the list of forms does not wait for what reckons with answers.
  routes: [
    screen('/submission', () => import('./FillInPage.tsx'), 'FillInPage', { access }),
    screen('/submission/filling/$id', () => import('./draft/FillingPage.tsx'), 'FillingPage', {
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
  places: [{ group: 'daily', to: '/submission', name: 'fillIn', icon: IconPencilCheck, atThumb: 5, within: '/forms' }],
  kinds: async () => (await import('./sentCommands.ts')).fillingHandlers,
  reactions: { 'task.assigned': bring, missed: bring },
  copies: async ({ userId, can }) => {
    if (can('read', 'Form')) await (await forms()).keepForms(userId)
  },
} satisfies Screens
