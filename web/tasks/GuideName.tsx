import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ContentText } from '../ui/texts/ContentText.tsx'

/** The title of a guide of which only the id is known. */
export function GuideName({ id }: { id: number }) {
  const guide = useQuery(api.guides.get.query({ id }))
  return guide.data && <ContentText text={guide.data.title} fallback={guide.data.default_language} />
}
