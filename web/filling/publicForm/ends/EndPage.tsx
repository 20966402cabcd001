import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { keepBeside, keptBeside, writeIntoTrap } from '../publicSessions.ts'
import { QuestionAnchorLink } from '../Steps.tsx'
import styles from './ThanksPage.module.css'

const EndOfForm = lazyPart(() => import('../../pages/EndOfForm.tsx').then(part => part.EndOfForm))

const ReporterChoice = lazyPart(() => import('../channel/Reporter.tsx').then(part => part.ReporterChoice))

/**
 * The end of the form: missing answers, who will read it, how to reach the visitor if they wish, and whether they want
 * a copy.
 */
export function EndPage({ form }: { form: PublicForm }) {
  return (
    <>
      <EndOfForm Link={QuestionAnchorLink} />
      {form.definition.settings?.reporting_channel ? <ReporterChoice formId={form.form_id} /> : <Beside form={form} />}
    </>
  )
}

/** What goes along with a submission; a report has none of it. */
function Beside({ form }: { form: PublicForm }) {
  const { t } = useTranslation()
  const { form_id, company_name } = form
  const [contact, setContact] = useState(() => keptBeside('contact', form_id))
  return (
    <>
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
          keepBeside('contact', form_id, event.currentTarget.value)
        }}
      />
      <CopyField formId={form_id} />
      <Trap />
    </>
  )
}

/** A field that only programs find, which write into every field: neither seen nor reached with the keyboard. */
function Trap() {
  const { t } = useTranslation()
  return (
    <div className={styles.trap} aria-hidden>
      <label>
        {t('publicForm.trap')}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          onChange={event => writeIntoTrap(event.currentTarget.value)}
        />
      </label>
    </div>
  )
}

/** Whether it can be an address at all; the server says the rest. */
const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Address for a copy by email; empty without one. */
function CopyField({ formId }: { formId: number }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState(() => keptBeside('copy', formId))
  const [isLeft, setLeft] = useState(false)
  return (
    <TextInput
      type="email"
      label={t('publicForm.copy')}
      description={t('publicForm.copyText')}
      error={isLeft && address !== '' && !looksLikeAddress(address) && t('publicForm.copyUnfit')}
      value={address}
      maxLength={254}
      autoComplete="email"
      dir="ltr"
      onBlur={() => setLeft(true)}
      onChange={event => {
        setAddress(event.currentTarget.value)
        keepBeside('copy', formId, event.currentTarget.value)
      }}
    />
  )
}
