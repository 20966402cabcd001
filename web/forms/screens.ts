import { IconForms } from '@tabler/icons-react'
import { listSearch } from '../lib/listSearch.ts'
import type { Screens } from '../lib/screens.ts'
import { screen } from '../shell/screen.ts'

const access = ['read', 'Form'] as const

export const formScreens = {
  routes: [
    screen('/forms', () => import('./FormsPage.tsx'), 'FormsPage', {
      access,
      search: listSearch('category', 'status'),
    }),
    screen('/forms/new', () => import('./TemplatesPage.tsx'), 'TemplatesPage', { access: ['create', 'Form'] }),
    screen('/forms/$id', () => import('./FormPage.tsx'), 'FormPage', { access }),
  ],
  places: [
    {
      group: 'work',
      to: '/forms',
      atThumb: 7,
      name: 'forms',
      icon: IconForms,
      // Whoever only fills them in has them under "Fill in".
      access: can => can('create', 'Form') || can('update', 'Form') || !can('create', 'Submission'),
    },
  ],
} satisfies Screens
