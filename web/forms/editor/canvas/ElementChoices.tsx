import { Menu } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElementType } from '#shared/forms/definition.ts'
import { MenuList } from '../../../ui/menu/MenuList.tsx'
import { useOpening } from '../../../ui/menu/menuState.ts'
import { type ElementKind, elementKinds, typeIcons } from '../../questionTypes.ts'
import { useChangeDefinition, useWays } from '../EditingContext.tsx'
import { newElement, newId } from '../structure/newElements.ts'
import { addElements, type ElementPlace } from '../structure/structure.ts'
import styles from './ElementBlock.module.css'

const kinds = Object.keys(elementKinds) as ElementKind[]

/** Kinds of questions, and all else that fits there. */
export function ElementChoices({ place, children }: { place: ElementPlace; children: ReactNode }) {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const { goTo, insertAt } = useWays()

  function add(type: ElementType) {
    const element = newElement(type, newId())
    change(definition => addElements(definition, place, [element]), undefined, { select: element.id, isNew: true })
    goTo(element.id, 'label')
  }

  return (
    <Menu
      {...useOpening()}
      position="bottom-start"
      returnFocus={false}
      // The canvas moves while the elements above are drawn: a menu that hid with its button would let go of the
      // keyboard.
      hideDetached={false}
      // Over its own button rather than beyond the edge: all kinds are seen at once where the window has room for them.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 }, size: { padding: 8 } }}
    >
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        <div className={styles.kinds}>
          {kinds.map(kind => (
            <div key={kind} className={styles.kind}>
              <Menu.Label>{t(`formEditor.kinds.${kind}`)}</Menu.Label>
              {elementKinds[kind].map(type => {
                const Icon = typeIcons[type]
                return (
                  <Menu.Item key={type} leftSection={<Icon size={20} />} onClick={() => add(type)}>
                    {t(`forms.types.${type}`)}
                  </Menu.Item>
                )
              })}
            </div>
          ))}
          <div className={styles.kind}>
            <Menu.Label>{t('formEditor.fromElsewhere')}</Menu.Label>
            <Menu.Item leftSection={<IconBooks size={20} />} onClick={() => insertAt(place)}>
              {t('formEditor.insertTitle')}
            </Menu.Item>
          </div>
        </div>
      </MenuList>
    </Menu>
  )
}
