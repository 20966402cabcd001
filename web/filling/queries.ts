import { queryOptions } from '@tanstack/react-query'
import type { forms } from '#shared/forms/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import { allPages } from '../lib/allPages.ts'

type Wanted = Omit<InputOf<typeof forms.list>, 'page' | 'per_page'>

/** Every form that meets this, for those who choose among them: most companies have fewer than one page holds. */
export const allForms = (wanted: Wanted = {}) =>
  queryOptions({
    queryKey: [...api.forms.list.key, 'all', wanted],
    queryFn: ({ signal }) => allPages(page => api.forms.list({ ...wanted, page, per_page: 100 }, { signal })),
  })

/** Where a form is filled in, without a task that asks for it. */
export const fillInPath = (formId: number) => `/submission/filling/new?form=${formId}`
