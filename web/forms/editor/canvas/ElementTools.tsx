import { Button, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconBooks, IconCopy, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShown } from '../EditingContext.tsx'
import { useKeepInLibrary } from '../library/useKeepInLibrary.ts'
import { canMove } from '../structure/moving.ts'
import { placeOf } from '../structure/structure.ts'
import { AddElement } from './AddElement.tsx'
import styles from './ElementTools.module.css'
import { useElementActions } from './useElementActions.ts'
import { useReturnedFocus } from './useReturnedFocus.ts'

type Props = { id: string; kind: 'section' | 'element'; onRemoved?: () => void }

/** Moving, copying and removing the chosen section or element. */
export function ElementTools({ id, kind, onRemoved }: Props) {
  const { t } = useTranslation()
  const { definition } = useShown().state.content
  const { move, duplicate, remove } = useElementActions(id, kind)
  const [ref, keepFocus] = useReturnedFocus(id)
  const place = placeOf(definition, id)
  const { keep, isKeeping, canKeep } = useKeepInLibrary(id)
  const [canRise, canSink] = [canMove(definition, id, -1), canMove(definition, id, 1)]

  function step(by: -1 | 1) {
    const goesOn = by === -1 ? 'up' : 'down'
    keepFocus(goesOn)
    move(by)
  }

  return (
    <Group ref={ref} gap="xs" className={styles.tools} role="toolbar" aria-label={t('formEditor.tools')}>
      <Button
        {...tool}
        data-tool="up"
        leftSection={<IconArrowUp size={18} />}
        disabled={!canRise}
        onClick={() => step(-1)}
      >
        {t('formEditor.moveUp')}
      </Button>
      <Button
        {...tool}
        data-tool="down"
        leftSection={<IconArrowDown size={18} />}
        disabled={!canSink}
        onClick={() => step(1)}
      >
        {t('formEditor.moveDown')}
      </Button>
      <Button {...tool} leftSection={<IconCopy size={18} />} onClick={duplicate}>
        {t('formEditor.duplicate')}
      </Button>
      <Button
        {...tool}
        leftSection={<IconTrash size={18} />}
        onClick={() => {
          remove()
          onRemoved?.()
        }}
      >
        {t('formEditor.remove')}
      </Button>
      {place && (
        <Button {...tool} leftSection={<IconBooks size={18} />} disabled={!canKeep} loading={isKeeping} onClick={keep}>
          {t('formEditor.keepInLibrary')}
        </Button>
      )}
      {place && <AddElement {...tool} place={{ ...place, index: place.index + 1 }} text={t('formEditor.addBelow')} />}
    </Group>
  )
}

const tool = { variant: 'default', size: 'compact-sm' } as const
