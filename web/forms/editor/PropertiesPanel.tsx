import { Button } from '@mantine/core'
import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { flushAndFocus } from '../../ui/keyboard.ts'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { buttonId } from './canvas/ElementButton.tsx'
import { ElementTools } from './canvas/ElementTools.tsx'
import { useShown, useWays } from './EditingContext.tsx'
import { LanguageChoice } from './EditorToolbar.tsx'
import styles from './FormEditor.module.css'
import { Properties } from './properties/Properties.tsx'
import type { FormSaveState } from './saving/formAutosave.ts'
import { findElement, findSection } from './structure/structure.ts'
import { editorMark } from './useEditor.ts'

/**
 * The properties of the chosen element, beside the form. Escape leads back to it. Drawn once for each key, not again
 * with the canvas.
 */
export const PropertiesPanel = memo(function PropertiesPanel() {
  const { t } = useTranslation()
  const { selected } = useShown().state
  const { dispatch } = useWays()
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // While somebody types the canvas follows later: what was just added may not be there yet.
    flushAndFocus(
      () => dispatch({ type: 'selected', selected }),
      () => document.getElementById(buttonId(selected)),
    )
  }
  return (
    <section className={styles.panel} aria-label={t('formEditor.properties')} onKeyDown={press}>
      <Properties />
    </section>
  )
})

/** The properties of what is chosen, on screens without room beside the form. Everything in it is saved by itself. */
export function PropertiesSheet({ saving, onClosed }: { saving: FormSaveState; onClosed: () => void }) {
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
