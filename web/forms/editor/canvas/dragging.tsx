/**
 * Moves elements by dragging: each card has a handle, and a line between the cards, in groups and repeats too, shows
 * where it will be dropped. With the keyboard, the buttons of the selected element do the same.
 */
import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { IconGripVertical } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeDefinition } from '../EditingContext.tsx'
import { type ElementPlace, placeElement, placeOf, placeSection } from '../structure/structure.ts'
import styles from './Canvas.module.css'

// A press chooses the element; only one that goes somewhere drags it. The same object each time: with another one,
// every handle and every place of the form would be drawn again at each key.
const onceMoved = { activationConstraint: { distance: 6 } }

const nothing = () => undefined
/** The library would speak English, and of ids; what happened is said by the editor itself. */
const ownWords = {
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
}

/** Sections go between sections, and elements between elements. */
const closestOfKind: CollisionDetection = ({ droppableContainers, ...args }) =>
  closestCenter({
    ...args,
    droppableContainers: droppableContainers.filter(
      ({ data }) => isSectionPlace(data.current) === (args.active.data.current?.kind === 'section'),
    ),
  })

type SectionPlace = { index: number }
const isSectionPlace = (place: object | undefined) => place !== undefined && !('parent' in place)

/** Lets what is inside be dragged and dropped. */
export function Dragging({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const sensors = useSensors(useSensor(PointerSensor, onceMoved))

  function drop({ active, over }: DragEndEvent) {
    const to = over?.data.current as ElementPlace | SectionPlace | undefined
    const id = String(active.id)
    if (!to) return
    const said = { select: id, said: t('formEditor.said.dropped') }
    if (!('parent' in to)) return change(definition => placeSection(definition, id, to.index), undefined, said)
    change(
      definition => {
        const from = placeOf(definition, id)
        if (!from) return definition
        // Places are counted with the element where it still is.
        const isLater = from.parent === to.parent && to.index > from.index
        const index = isLater ? to.index - 1 : to.index
        return from.parent === to.parent && index === from.index
          ? definition
          : placeElement(definition, id, { ...to, index })
      },
      undefined,
      said,
    )
  }

  return (
    <DndContext sensors={sensors} collisionDetection={closestOfKind} onDragEnd={drop} accessibility={ownWords}>
      {children}
    </DndContext>
  )
}

/** Where a card is taken hold of. */
export function DragHandle({ id, kind = 'element' }: { id: string; kind?: 'element' | 'section' }) {
  const { t } = useTranslation()
  const { setNodeRef, listeners, isDragging, transform } = useDraggable({ id, data: { kind } })
  return (
    <span
      ref={setNodeRef}
      {...listeners}
      className={styles.handle}
      data-dragging={isDragging || undefined}
      style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : undefined}
      title={t(kind === 'section' ? 'formEditor.dragSection' : 'formEditor.drag')}
    >
      <IconGripVertical size={20} />
    </span>
  )
}

/** A place between two cards. */
export const DropPlace = memo(function DropPlace({ parent, index }: ElementPlace) {
  const { setNodeRef, isOver, active } = useDroppable({ id: `${parent} ${index}`, data: { parent, index } })
  return (
    <li
      ref={setNodeRef}
      aria-hidden
      className={styles.place}
      data-over={isOver || undefined}
      data-open={active ? true : undefined}
    />
  )
})

/** A place between two sections. */
export const SectionDropPlace = memo(function SectionDropPlace({ index }: SectionPlace) {
  const { setNodeRef, isOver } = useDroppable({ id: `section ${index}`, data: { index } })
  return <div ref={setNodeRef} aria-hidden className={styles.place} data-over={isOver || undefined} />
})
