import { useTranslation } from 'react-i18next'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { languages } from '#shared/lib/language.ts'
import { useFormat } from '../lib/format.ts'
import { ContentText } from '../ui/texts/ContentText.tsx'
import styles from './TemplateCard.module.css'

/** What a template is for, in short; opening it shows its questions. */
export function TemplateCard({ template, onOpen }: { template: FormTemplate; onOpen: () => void }) {
  const { t } = useTranslation()
  const { name, description, category, definition } = template
  return (
    <article className={styles.card}>
      <p className={styles.category}>{t(`forms.categories.${category}`)}</p>
      <h2 className={styles.name}>
        <button type="button" className={styles.open} onClick={onOpen} aria-haspopup="dialog">
          <ContentText text={name} fallback={definition.default_language} />
        </button>
      </h2>
      <p className={styles.description}>
        <ContentText text={description} fallback={definition.default_language} />
      </p>
      <TemplateFacts template={template} />
    </article>
  )
}

/** How long it is, for which animals, and in which languages. */
export function TemplateFacts({ template }: { template: FormTemplate }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { question_count, species, name } = template
  const spoken = languages.filter(({ locale }) => name[locale])
  return (
    <ul className={styles.facts}>
      <li>{t('forms.questionCount', { count: question_count })}</li>
      {species && <li>{format.list(species.map(one => t(`animals.speciesNames.${one}`)))}</li>}
      <li>
        {spoken.map(language => (
          <span key={language.locale} lang={language.locale} className={styles.language}>
            {language.name}
          </span>
        ))}
      </li>
    </ul>
  )
}
