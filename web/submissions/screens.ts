import { IconClipboardText } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'
import { moreFilters } from './moreFilterNames.ts'
import { submissionReactions } from './realtime.ts'

const access = ['read', 'Submission'] as const

export const submissionScreens = {
  routes: [
    screen('/submission/filled', () => import('./SubmissionsPage.tsx'), 'SubmissionsPage', {
      access,
      search: listSearch('form_id', 'status', 'review_state', ...moreFilters),
    }),
    screen('/submission/import', () => import('./importing/ImportPage.tsx'), 'ImportPage', {
      access: ['import', 'Submission'],
    }),
    screen('/submission/correct/$id', () => import('./correction/CorrectionPage.tsx'), 'CorrectionPage', {
      access: ['correct', 'Submission'],
    }),
    screen('/submission/view/$id', () => import('./SubmissionPage.tsx'), 'SubmissionPage', { access }),
  ],
  places: [
    {
      group: 'work',
      to: '/submission/filled',
      name: 'submissions',
      own: { subject: 'Submission', name: 'mySubmissions', atThumb: 7 },
      icon: IconClipboardText,
      pages: ['/submission/view', '/submission/import', '/submission/correct'],
      atThumb: 4,
      within: '/forms',
    },
  ],
  reactions: submissionReactions,
} satisfies Screens
