import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { drawThenFocus } from '../../../ui/keyboard/drawThenFocus.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { moveElement } from '../structure/moving.ts'
import {
  type Direction,
  duplicateElement,
  findElement,
  findSection,
  neighbourOf,
  removeElement,
} from '../structure/structure.ts'
import { buttonId } from './ElementButton.tsx'

/** What can be done with a section or an element as a whole. */
export function useElementActions(id: string, kind: 'section' | 'element') {
  const { t } = useTranslation()
  const { state } = useShown()
  const change = useChangeDefinition()
  const { definition } = state.content
  const text = kind === 'section' ? findSection(definition, id)?.title : findElement(definition, id)?.label
  const name =
    textIn(text, state.language, definition.default_language).text ||
    (kind === 'section' ? t('formEditor.section') : t('formEditor.question'))
  return {
    move: (by: Direction) =>
      change(form => moveElement(form, id, by), undefined, {
        said: t(by === -1 ? 'formEditor.said.movedUp' : 'formEditor.said.movedDown', { name }),
      }),
    duplicate() {
      const copy = duplicateElement(definition, id)
      if (copy)
        change(() => copy.definition, undefined, {
          select: copy.id,
          focus: kind === 'section' ? 'title' : 'label',
          said: t('formEditor.said.duplicated', { name }),
        })
    },
    remove() {
      const next = neighbourOf(definition, id) ?? 'form'
      const said = t('formEditor.said.removed', { name })
      // The keyboard stays where the eye is: at what has taken the place.
      drawThenFocus(
        () => change(form => removeElement(form, id), undefined, { select: next, said }),
        () => document.getElementById(buttonId(next)),
        { preventScroll: true },
      )
    },
  }
}
