import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { defaultLocale, languages, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../lib/format.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { QuestionList } from './QuestionList.tsx'
import styles from './TemplatesPage.module.css'

const PhoneForm = lazyPart(() => import('./editor/preview/PhoneForm.tsx').then(part => part.PhoneForm))

type View = 'phone' | 'questions'

type Props = {
  template: FormTemplate
  onClosed: () => void
  /** Takes it over; without it the sheet only shows it. */
  onChoose?: () => void
  isCreating?: boolean
}

/** A template before one decides for it: to try as on a phone, or all of its questions at once. */
export function TemplateSheet({ template, onClosed, onChoose, isCreating = false }: Props) {
  const { t, i18n } = useTranslation()
  const [view, setView] = useState<View>('phone')
  const { name, description, definition } = template
  const language = toLocale(i18n.language)
  const shownName = textIn(name, language, defaultLocale).text
  return (
    <SideSheet title={shownName} onClosed={onClosed}>
      {close => (
        <div className={sheet.form}>
          <p className={styles.description}>
            <ContentText text={description} fallback={definition.default_language} />
          </p>
          <TemplateFacts template={template} />
          <SegmentedControl
            aria-label={t('forms.preview')}
            value={view}
            onChange={value => setView(value as View)}
            data={[
              { value: 'phone', label: t('forms.onPhone') },
              { value: 'questions', label: t('forms.allQuestions') },
            ]}
          />
          {view === 'phone' ? (
            <PhoneForm {...{ definition, language, name: shownName }} form={{ id: 0, company_id: 0, name }} />
          ) : (
            <QuestionList definition={definition} />
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t(onChoose ? 'common.cancel' : 'common.close')}
            </Button>
            {onChoose && (
              <Button loading={isCreating} onClick={onChoose}>
                {t('forms.useTemplate')}
              </Button>
            )}
          </SheetFooter>
        </div>
      )}
    </SideSheet>
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
