import { ActionIcon, Button, type ButtonProps, Group } from '@mantine/core'
import { type Icon, IconArrowDown, IconArrowUp, IconBooks, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../../api.ts'
import { flushAndFocus } from '../../../ui/keyboard.ts'
import { MenuButton } from '../../../ui/menu/MenuButton.tsx'
import { tellDone } from '../../../ui/toast.tsx'
import { useChangeDefinition, useReading, useShown } from '../EditingContext.tsx'
import { contentOfElements } from '../library/insertion.ts'
import {
  canMove,
  type Direction,
  duplicateElement,
  type ElementPlace,
  findElement,
  findSection,
  moveElement,
  neighbourOf,
  placeOf,
  removeElement,
} from '../structure/structure.ts'
import styles from './ElementBlock.module.css'
import { buttonId } from './ElementButton.tsx'

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
    <Group ref={ref} gap={4} className={styles.tools} role="toolbar" aria-label={t('formEditor.tools')}>
      <Tool tool="up" name={t('formEditor.moveUp')} icon={IconArrowUp} isOff={!canRise} onPress={() => step(-1)} />
      <Tool tool="down" name={t('formEditor.moveDown')} icon={IconArrowDown} isOff={!canSink} onPress={() => step(1)} />
      <Tool name={t('formEditor.duplicate')} icon={IconCopy} onPress={duplicate} />
      <Tool
        name={t('formEditor.remove')}
        icon={IconTrash}
        onPress={() => {
          remove()
          onRemoved?.()
        }}
      />
      {place && (
        <Tool
          name={t('formEditor.keepInLibrary')}
          icon={IconBooks}
          isOff={!canKeep}
          isBusy={isKeeping}
          onPress={keep}
        />
      )}
      {place && <AddElement {...tool} place={{ ...place, index: place.index + 1 }} text={t('formEditor.addBelow')} />}
    </Group>
  )
}

const tool = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const

type ToolProps = {
  name: string
  icon: Icon
  onPress: () => void
  /** By which the keyboard finds it again when the element has moved. */
  tool?: 'up' | 'down'
  isOff?: boolean
  isBusy?: boolean
}

/** One of the quiet row of tools: its sign, and its name for who points at it or hears it. */
const Tool = ({ name, icon: Sign, onPress, tool, isOff, isBusy }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    data-tool={tool}
    aria-label={name}
    title={name}
    disabled={isOff ?? false}
    loading={isBusy ?? false}
    onClick={onPress}
  >
    <Sign size={18} />
  </ActionIcon>
)

/** What can be done with a section or an element as a whole. */
function useElementActions(id: string, kind: 'section' | 'element') {
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
      flushAndFocus(
        () => change(form => removeElement(form, id), undefined, { select: next, said }),
        () => document.getElementById(buttonId(next)),
        { preventScroll: true },
      )
    },
  }
}

/** An element that moves is put elsewhere in the document and loses the keyboard; this is where it had it. */
let moved: { id: string; tool: string } | null = null

/**
 * The keyboard stays on the tool that was pressed, so that it can be pressed again; at the end of the way it goes to
 * the tool beside it. The function says which tool is being pressed.
 */
function useReturnedFocus(id: string): [RefObject<HTMLDivElement | null>, (tool: string) => void] {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (moved?.id !== id) return
    const wanted = ref.current?.querySelector<HTMLButtonElement>(`[data-tool="${moved.tool}"]:enabled`)
    const other = ref.current?.querySelector<HTMLButtonElement>('[data-tool]:enabled')
    moved = null
    const button = wanted ?? other
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  })
  return [
    ref,
    tool => {
      moved = { id, tool }
    },
  ]
}

const load = () => import('./ElementChoices.tsx').then(part => part.ElementChoices)

type AddElementProps = ButtonProps & { place: ElementPlace; text: string }

/** Adds a question or another element, and moves the focus to its text. */
export function AddElement({ place, text, ...button }: AddElementProps) {
  return (
    <MenuButton load={load} menu={{ place }}>
      <Button variant="default" leftSection={<IconPlus size={18} />} className={styles.add} {...button}>
        {text}
      </Button>
    </MenuButton>
  )
}

/** Saves an element with its children and choices to the library. */
function useKeepInLibrary(id: string) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { definition } = useReading()
  const element = findElement(definition, id)
  const isNamed = Object.values(element?.label ?? {}).some(words => words?.trim())
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (element)
        await api.forms.addToLibrary({ name: element.label, content: contentOfElements(definition, [element]) })
    },
    onSuccess: () => tellDone(t('formEditor.said.inLibrary')),
    onSettled: () => queries.invalidateQueries({ queryKey: api.forms.library.key }),
  })
  return { keep: () => mutate(), isKeeping: isPending, canKeep: isNamed }
}
