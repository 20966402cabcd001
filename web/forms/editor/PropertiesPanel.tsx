import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonId } from './canvas/ElementButton.tsx'
import { useShown } from './EditingContext.tsx'
import styles from './PropertiesPanel.module.css'
import { Properties } from './properties/Properties.tsx'

/** The properties of what is chosen, beside the form. Escape leads back to it. Drawn once for each key, not again with the canvas. */
export const PropertiesPanel = memo(function PropertiesPanel() {
  const { t } = useTranslation()
  const { selected } = useShown().state
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') document.getElementById(buttonId(selected))?.focus()
  }
  return (
    <section className={styles.panel} aria-label={t('formEditor.properties')} onKeyDown={press}>
      <Properties />
    </section>
  )
})
