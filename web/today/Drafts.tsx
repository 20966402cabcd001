import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { ContentText } from '../ui/ContentText.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

/** Forms that were begun and not completed, with their age. */
export function Drafts() {
  const { t } = useTranslation()
  const user_id = useUser()?.id ?? 0
  const drafts = useQuery(api.submissions.list.query({ status: 'draft', user_id, sort: '-updated_at', per_page: 10 }))
  if (!drafts.data?.data.length) return null
  return (
    <Section title={t('today.drafts')}>
      <RowList
        rows={drafts.data.data.map(draft => ({
          key: draft.id,
          to: `/submission/filling/${draft.id}`,
          title: <ContentText text={draft.form_name} />,
          text: (
            <>
              {draft.subjects.map(({ name }) => `${name} · `)}
              <LocalTime value={draft.updated_at} as="relative" />
            </>
          ),
        }))}
      />
    </Section>
  )
}
