import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { ElementTools } from './canvas/ElementTools.tsx'
import { useShown } from './EditingContext.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './PropertiesSheet.module.css'
import { Properties } from './properties/Properties.tsx'
import type { SaveState } from './saving/Autosave.ts'
import { findElement, findSection } from './structure/structure.ts'
import { editorMark } from './useEditorKeys.ts'

/** The properties of what is chosen, on screens without room beside the form. Everything in it is saved by itself. */
export function PropertiesSheet({ saving, onClosed }: { saving: SaveState; onClosed: () => void }) {
  const { t } = useTranslation()
  const { selected, content } = useShown().state
  const kind = findElement(content.definition, selected)
    ? 'element'
    : findSection(content.definition, selected)
      ? 'section'
      : undefined
  const titles = { element: t('formEditor.question'), section: t('formEditor.section'), form: t('formEditor.form') }
  return (
    <SideSheet title={titles[kind ?? 'form']} onClosed={onClosed}>
      {close => (
        <div {...editorMark} className={styles.sheet}>
          <LanguageChoice />
          <Properties />
          {kind && (
            <div className={styles.tools}>
              <ElementTools id={selected} kind={kind} onRemoved={close} />
            </div>
          )}
          <SheetFooter>
            <span className={styles.saved}>
              <SavedIndicator savedAt={saving.savedAt} isSaving={saving.isSaving} />
            </span>
            <Button onClick={close}>{t('formEditor.done')}</Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
