import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormTemplate } from '#shared/forms/contract.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { QuestionList } from './QuestionList.tsx'
import { TemplateFacts } from './TemplateCard.tsx'
import styles from './TemplateSheet.module.css'

type Props = { template: FormTemplate; isCreating: boolean; onChoose: () => void; onClosed: () => void }

/** All questions of a template, before one decides for it. */
export function TemplateSheet({ template, isCreating, onChoose, onClosed }: Props) {
  const { t, i18n } = useTranslation()
  const { name, description, definition } = template
  return (
    <SideSheet title={textIn(name, toLocale(i18n.language), defaultLocale).text} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          <p className={styles.description}>
            <ContentText text={description} fallback={definition.default_language} />
          </p>
          <TemplateFacts template={template} />
          <QuestionList definition={definition} />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button loading={isCreating} onClick={onChoose}>
              {t('forms.useTemplate')}
            </Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
