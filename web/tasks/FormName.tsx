import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ContentText } from '../ui/texts/ContentText.tsx'

/** The name of a form of which only the id is known. */
export function FormName({ id }: { id: number }) {
  const form = useQuery(api.forms.get.query({ id }))
  return form.data && <ContentText text={form.data.name} fallback={form.data.default_language} />
}
