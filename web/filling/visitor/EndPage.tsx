import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { EndOfForm } from '../pages/EndOfForm.tsx'
import { keepContact, keptContact } from './contact.ts'
import { QuestionAnchorLink } from './Steps.tsx'

/** The end of the form: what is missing, who will read it, and how the visitor can be reached if they wish. */
export function EndPage({ form }: { form: PublicForm }) {
  const { t } = useTranslation()
  const { form_id, company_name } = form
  const [contact, setContact] = useState(() => keptContact(form_id))
  return (
    <>
      <EndOfForm Link={QuestionAnchorLink} />
      <Textarea
        label={t('publicForm.contact')}
        description={t('publicForm.contactText', { company: company_name })}
        descriptionProps={{ mb: 6 }}
        value={contact}
        maxLength={500}
        minRows={2}
        autoComplete="off"
        onChange={event => {
          setContact(event.currentTarget.value)
          keepContact(form_id, event.currentTarget.value)
        }}
      />
    </>
  )
}
