import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import type { GalleryPhoto } from './galleryPhotos.ts'
import styles from './Lightbox.module.css'
import { useZoom } from './useZoom.ts'

type Props = { photos: GalleryPhoto[]; first: string; onClosed: () => void }

/**
 * All photos of a submission over the page, one at a time: by arrow keys, Home and End, by a swipe or the buttons; two fingers, a double tap,
 * + and − make it larger. The browser's own dialog: Escape closes it, nothing behind it is reached, and the keyboard is where it was afterwards.
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
  // The next one lies where reading goes on; a finger draws it in from there.
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons and keys do the same for whoever has no finger to spare */}
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
