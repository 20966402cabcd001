import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import { errorText } from '../lib/errorText.ts'
import { SideSheet } from '../ui/SideSheet.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import styles from './FormList.module.css'
import { useOpenForms } from './useOpenForms.ts'

type Props = {
  about: NamedSubject
  /** From which the form draws animals of the group that it is about. */
  seed?: number
  onClosed: () => void
}

/** The forms that can be filled in about something: first those that are about such things. */
export function FillInSheet({ about, seed, onClosed }: Props) {
  const { t } = useTranslation()
  const { forms, areCopies, error } = useOpenForms()
  const suits = ({ about_types }: { about_types: readonly string[] }) => about_types.includes(about.type)
  const fitting = forms?.filter(suits) ?? []
  // A form that is about other things is offered only where none is about these.
  const offered = fitting.length > 0 ? fitting : (forms ?? []).filter(({ about_types }) => about_types.length === 0)
  return (
    <SideSheet title={t('filling.about.formsFor', { name: about.name })} onClosed={onClosed}>
      {() => (
        <ul className={styles.list}>
          {offered.map(({ id, name }) => (
            <li key={id}>
              <Link
                to="/submission/filling/$id"
                params={{ id: 'new' }}
                search={{ form: id, about: subjectKey(about), ...(seed && { seed }) }}
                className={styles.form}
              >
                <span className={styles.words}>
                  <span className={styles.name}>
                    <ContentText text={name} />
                  </span>
                </span>
                <IconChevronRight size={22} className={styles.arrow} />
              </Link>
            </li>
          ))}
          {forms && offered.length === 0 && (
            <li>{error ? errorText(error, t) : t(areCopies ? 'filling.noCopiesText' : 'filling.about.noForms')}</li>
          )}
        </ul>
      )}
    </SideSheet>
  )
}
