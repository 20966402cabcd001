import { Button, Modal, Text } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { Notice } from '../ui/Notice.tsx'
import { type Crop, maximumZoom, moved, squareOf, wholeCrop, within } from './crop.ts'
import styles from './Profile.module.css'

type Props = {
  file: File
  isSaving: boolean
  error: unknown
  onCrop: (picture: Blob) => void
  onClose: () => void
}

/** Pixels of the finished square; the server keeps no more. */
const pixels = 512
/** How far an arrow key moves the picture, in parts of the square. */
const step = 0.05
const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** Chooses the square of a picture that becomes the avatar: with a finger, the mouse or the keyboard. */
export function AvatarCrop({ file, isSaving, error, onCrop, onClose }: Props) {
  const { t } = useTranslation()
  const hint = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number }>(undefined)
  const { picture, isUnreadable } = usePicture(file)
  const [crop, setCrop] = useState<Crop>(wholeCrop)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !picture) return
    const { left, top, side } = squareOf(crop, picture)
    context.imageSmoothingQuality = 'high'
    context.clearRect(0, 0, pixels, pixels)
    context.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels)
  }, [picture, crop])

  const move = (right: number, down: number) => picture && setCrop(now => moved(now, picture, right, down))
  const zoomTo = (zoom: number) => picture && setCrop(now => within({ ...now, zoom }, picture))

  function onKeyDown(event: KeyboardEvent) {
    const arrow = arrows[event.key]
    if (arrow) move(...arrow)
    else if (event.key === '+' || event.key === '=') zoomTo(crop.zoom + 0.2)
    else if (event.key === '-') zoomTo(crop.zoom - 0.2)
    else return
    event.preventDefault()
  }
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY }
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!held.current) return
    const side = event.currentTarget.clientWidth
    move((event.clientX - held.current.x) / side, (event.clientY - held.current.y) / side)
    held.current = { x: event.clientX, y: event.clientY }
  }
  const letGo = () => {
    held.current = undefined
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text span fw={600} size="lg">
          {t('profile.avatar.crop')}
        </Text>
      }
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={styles.crop}>
        {isUnreadable && <Notice kind="stop">{t('profile.avatar.unreadable')}</Notice>}
        {error !== null && <Notice kind="stop">{errorText(error, t)}</Notice>}
        {!isUnreadable && (
          <>
            <div
              className={styles.frame}
              role="application"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
              tabIndex={0}
              data-autofocus
              aria-label={t('profile.avatar.picture')}
              aria-describedby={hint}
              onKeyDown={onKeyDown}
              onPointerDown={onPointerDown}
              onPointerMove={onPointerMove}
              onPointerUp={letGo}
              onPointerCancel={letGo}
              onWheel={event => zoomTo(crop.zoom - event.deltaY / 500)}
            >
              <canvas ref={canvas} width={pixels} height={pixels} className={styles.canvas} />
            </div>
            <p id={hint} className={styles.hint}>
              {t('profile.avatar.hint')}
            </p>
            <label className={styles.zoom}>
              {t('profile.avatar.zoom')}
              <input
                type="range"
                min={1}
                max={maximumZoom}
                step={0.05}
                value={crop.zoom}
                onChange={event => zoomTo(Number(event.currentTarget.value))}
              />
            </label>
          </>
        )}
        <div className={styles.avatarCropActions}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {!isUnreadable && (
            <Button
              disabled={!picture}
              loading={isSaving}
              onClick={() => canvas.current?.toBlob(blob => blob && onCrop(blob), 'image/jpeg', 0.9)}
            >
              {t('common.save')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

type Picture = { picture?: ImageBitmap; isUnreadable: boolean }

/** The picture in a file, turned the way it was taken; or that the browser cannot read it. */
function usePicture(file: File): Picture {
  const [state, setState] = useState<Picture>({ isUnreadable: false })
  useEffect(() => {
    let isGone = false
    createImageBitmap(file).then(
      picture => (isGone ? picture.close() : setState({ picture, isUnreadable: false })),
      () => !isGone && setState({ isUnreadable: true }),
    )
    return () => {
      isGone = true
    }
  }, [file])
  return state
}
