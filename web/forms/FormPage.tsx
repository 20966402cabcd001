import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { isEditable } from './editor/structure/content.ts'
import { FormReader } from './FormReader.tsx'

const FormEditor = lazyPart(() => import('./editor/FormEditor.tsx').then(part => part.FormEditor))

/** One form: to look after for those who may, to read and fill in for everyone else. */
export function FormPage() {
  const { id } = useParams({ from: '/shell/forms/$id' })
  const { data: form, error, refetch } = useQuery(api.forms.get.query({ id: Number(id) }))
  const can = useAbility()
  // Whoever is editing goes on, whatever became of fetching the form again.
  if (error && !form) return <ErrorState error={error} onRetry={refetch} />
  if (!form) return <PageSkeleton />
  const isMine = isEditable(form) && form.archived_at === null && can('update', 'Form', form)
  return isMine ? <FormEditor key={form.id} form={form} /> : <FormReader form={form} />
}
