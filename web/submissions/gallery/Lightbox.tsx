import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './Lightbox.module.css'

export type GalleryPhoto = {
  uuid: string
  src: string
  /** Under which it is saved. */
  name: string
  /** The question to which it belongs, with its row. */
  question: string
  /** What its person wrote under it, where and when: said below it. */
  facts: string[]
  alt: string
}

type Props = { photos: GalleryPhoto[]; first: string; onClosed: () => void }

/**
 * All photos of a submission over the page, one at a time: by arrow keys, Home and End, by a swipe or the buttons; two
 * fingers, a double tap, + and − make it larger. The browser's own dialog: Escape closes it, nothing behind it is
 * reached, and the keyboard is where it was afterwards.
 */
export function Lightbox({ photos, first, onClosed }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const box = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex(({ uuid }) => uuid === first),
    ),
  )
  const isRightToLeft = directionOf(toLocale(i18n.language)) === 'rtl'
  const go = (to: number) => {
    zoom.reset()
    // After the last one comes the first.
    setIndex((to + photos.length) % photos.length)
  }
  // The next one lies where reading continues; a finger draws it in from there.
  const zoom = useZoom(towards => go(index + ((towards === 'left') === isRightToLeft ? -1 : 1)))
  const { handlers, stage } = zoom

  useEffect(() => {
    box.current?.showModal()
  }, [])
  useEffect(() => {
    for (const near of [photos[index - 1], photos[index + 1]]) if (near) new Image().src = near.src
  }, [photos, index])

  const keys: Record<string, () => void> = {
    ArrowRight: () => go(index + (isRightToLeft ? -1 : 1)),
    ArrowLeft: () => go(index + (isRightToLeft ? 1 : -1)),
    Home: () => go(0),
    End: () => go(photos.length - 1),
    '+': zoom.zoomIn,
    '=': zoom.zoomIn,
    '-': zoom.zoomOut,
    '0': zoom.reset,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const photo = photos[index]
  if (!photo) return null
  const [Back, On] = isRightToLeft ? [IconArrowRight, IconArrowLeft] : [IconArrowLeft, IconArrowRight]
  return (
    <dialog
      ref={box}
      className={styles.box}
      aria-label={t('submissionPage.gallery.title')}
      onClose={onClosed}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <span className={styles.count}>
          {t('submissionPage.gallery.count', {
            number: format.number(index + 1),
            total: format.number(photos.length),
          })}
        </span>
        <ActionIcon
          aria-label={t('submissionPage.gallery.smaller')}
          aria-disabled={!zoom.isLarge}
          onClick={zoom.zoomOut}
        >
          <IconZoomOut size={22} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('submissionPage.gallery.larger')}
          aria-disabled={zoom.isLargest}
          onClick={zoom.zoomIn}
        >
          <IconZoomIn size={22} />
        </ActionIcon>
        <ActionIcon aria-label={t('common.close')} onClick={() => box.current?.close()}>
          <IconX size={22} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons and keys do the same */}
      <div
        ref={stage}
        className={styles.stage}
        data-large={zoom.isLarge || undefined}
        onDoubleClick={zoom.toggle}
        {...handlers}
      >
        <img
          key={photo.uuid}
          src={photo.src}
          alt={photo.alt}
          className={styles.photo}
          style={zoom.style}
          draggable={false}
        />
      </div>
      <div className={styles.foot}>
        <div className={styles.caption} aria-live="polite">
          <p className={styles.question} dir="auto">
            {photo.question}
          </p>
          <p className={styles.facts}>
            {photo.facts.map((fact, place) => (
              <span key={fact}>
                {place > 0 && ' · '}
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
        </div>
        <div className={styles.steps}>
          {photos.length > 1 && (
            <>
              <ActionIcon aria-label={t('submissionPage.gallery.back')} onClick={() => go(index - 1)}>
                <Back size={24} />
              </ActionIcon>
              <ActionIcon aria-label={t('submissionPage.gallery.next')} onClick={() => go(index + 1)}>
                <On size={24} />
              </ActionIcon>
            </>
          )}
          <Button
            component="a"
            href={photo.src}
            download={photo.name}
            variant="default"
            leftSection={<IconDownload size={20} />}
          >
            {t('submissionPage.gallery.save')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

const most = 6
/** One press of a button, and a double tap. */
const step = 1.5
const doubled = 2.5
/** A finger that moved so far, mostly sideways, wants the next one. */
const swipePx = 48

type Point = { x: number; y: number }
type View = Point & { scale: number }
const whole: View = { scale: 1, x: 0, y: 0 }

const between = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const middleOf = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

/**
 * A picture that two fingers make larger and one moves about; where it is whole, one finger's swipe asks for the next:
 * `onSwipe` hears to which side it went. The buttons and keys do the same.
 */
function useZoom(onSwipe: (towards: 'left' | 'right') => void) {
  const [view, setView] = useState(whole)
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const start = useRef<{ at: Point; view: View; distance: number; wasTwo: boolean } | null>(null)

  /** Never so far aside that nothing is left of it. */
  const kept = ({ scale, x, y }: View): View => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
    const size = Math.min(most, Math.max(1, scale))
    if (size === 1) return whole
    return { scale: size, x: within(x, (clientWidth * (size - 1)) / 2), y: within(y, (clientHeight * (size - 1)) / 2) }
  }
  const zoomBy = (factor: number) =>
    setView(now => kept({ scale: now.scale * factor, x: now.x * factor, y: now.y * factor }))

  function begin(wasTwo: boolean): void {
    const [one, other] = [...fingers.current.values()]
    start.current = one
      ? {
          at: other ? middleOf(one, other) : one,
          view,
          distance: other ? between(one, other) : 0,
          wasTwo: wasTwo || other !== undefined,
        }
      : null
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    begin(start.current?.wasTwo ?? false)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId) || !start.current) return
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const { at, view: first, distance } = start.current
    const [one, other] = [...fingers.current.values()]
    if (!one) return
    const now = other ? middleOf(one, other) : one
    const scale = other && distance > 0 ? (first.scale * between(one, other)) / distance : first.scale
    // What lay under the fingers stays under them.
    const factor = scale / first.scale
    setView(kept({ scale, x: first.x * factor + now.x - at.x, y: first.y * factor + now.y - at.y }))
  }
  const onPointerEnd = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || !start.current) return
    const { at, wasTwo, view: first } = start.current
    const [across, down] = [event.clientX - at.x, event.clientY - at.y]
    const isSwipe = event.type === 'pointerup' && fingers.current.size === 0 && !wasTwo && first.scale === 1
    if (isSwipe && Math.abs(across) > swipePx && Math.abs(across) > 2 * Math.abs(down))
      onSwipe(across < 0 ? 'left' : 'right')
    begin(wasTwo)
  }
  return {
    stage,
    isLarge: view.scale > 1,
    isLargest: view.scale >= most,
    style: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
    zoomIn: () => zoomBy(step),
    zoomOut: () => zoomBy(1 / step),
    toggle: () => setView(now => (now.scale > 1 ? whole : kept({ ...whole, scale: doubled }))),
    reset: () => setView(whole),
    handlers: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
  }
}
