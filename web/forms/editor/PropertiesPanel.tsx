import { type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { drawThenFocus } from '../../ui/keyboard/drawThenFocus.ts'
import { buttonId } from './canvas/ElementButton.tsx'
import { useShown, useWays } from './EditingContext.tsx'
import styles from './PropertiesPanel.module.css'
import { Properties } from './properties/Properties.tsx'

/** The properties of what is chosen, beside the form. Escape leads back to it. Drawn once for each key, not again with the canvas. */
export const PropertiesPanel = memo(function PropertiesPanel() {
  const { t } = useTranslation()
  const { selected } = useShown().state
  const { dispatch } = useWays()
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // While somebody types the canvas follows later: what was just added may not be there yet.
    drawThenFocus(
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
