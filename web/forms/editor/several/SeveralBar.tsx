import { Button, NativeSelect } from '@mantine/core'
import { IconAsterisk, IconCircleDashed, IconCopy, IconTrash } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import styles from '../../../ui/list/BulkBar.module.css'
import own from '../canvas/ElementBlock.module.css'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import {
  answeredAmong,
  chosenElements,
  copySeveral,
  fitInto,
  moveSeveral,
  removeSeveral,
  requireSeveral,
} from '../structure/several.ts'
import { type Container, holdsElements } from '../structure/structure.ts'
import { PicksContext } from './picks.ts'

/** A bar at the foot of the form with the actions for several picked elements; each action is one step to undo. */
export function SeveralBar() {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const { definition } = useShown().state.content
  const { picked, pick, end } = use(PicksContext)
  const containers = useContainers(picked)
  const count = chosenElements(definition, picked).length
  const answered = answeredAmong(definition, picked).length

  const copy = () => {
    const made = copySeveral(definition, picked)
    if (!made) return
    change(() => made.definition, undefined, { said: t('formEditor.several.copied', { count }) })
    pick(made.ids)
  }
  const remove = () => {
    change(form => removeSeveral(form, picked), undefined, { said: t('formEditor.several.removed', { count }) })
    pick([])
  }
  const require = (isRequired: boolean) =>
    change(form => requireSeveral(form, picked, isRequired), undefined, {
      said: t(isRequired ? 'formEditor.several.required' : 'formEditor.several.optional', { count: answered }),
    })
  const move = (container: string) =>
    change(form => moveSeveral(form, picked, container), undefined, {
      said: t('formEditor.several.moved', { count }),
    })

  return (
    <section className={`${styles.bar} ${own.bar}`} aria-label={t('formEditor.several.bar')}>
      <span className={styles.count}>
        {count === 0 ? t('formEditor.several.none') : t('common.selected', { count })}
      </span>
      {count > 0 && (
        <>
          <NativeSelect
            className={own.move}
            aria-label={t('formEditor.several.moveTo')}
            value=""
            data={[{ value: '', label: t('formEditor.several.moveTo') }, ...containers]}
            onChange={event => event.currentTarget.value && move(event.currentTarget.value)}
          />
          <Button variant="default" leftSection={<IconCopy size={18} />} onClick={copy}>
            {t('formEditor.duplicate')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconAsterisk size={18} />}
            disabled={answered === 0}
            onClick={() => require(true)}
          >
            {t('formProperties.required')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCircleDashed size={18} />}
            disabled={answered === 0}
            onClick={() => require(false)}
          >
            {t('formEditor.optional')}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={18} />} onClick={remove}>
            {t('formEditor.remove')}
          </Button>
        </>
      )}
      <Button variant="subtle" color="gray" onClick={end}>
        {t('formEditor.done')}
      </Button>
    </section>
  )
}

/** Where they can go: sections, and the groups and repeats in them, by name. */
function useContainers(picked: ReadonlySet<string>): { value: string; label: string }[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { content, language } = useShown().state
  const { definition } = content
  const read = (text: LocalizedText) => textIn(text, language, definition.default_language).text
  const inside = ({ questions }: Container, path: string): { value: string; label: string }[] =>
    questions.filter(holdsElements).flatMap(element => {
      const label = `${path} › ${read(element.label) || t(`forms.types.${element.type}`)}`
      return [{ value: element.id, label }, ...inside(element, label)]
    })
  return definition.sections
    .flatMap((section, index) => {
      const label = read(section.title) || t('formEditor.namelessSection', { number: format.number(index + 1) })
      return [{ value: section.id, label }, ...inside(section, label)]
    })
    .filter(({ value }) => fitInto(definition, picked, value))
}
