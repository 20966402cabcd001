/**
 * Reads a code with the camera. The browser's own reader knows barcodes of every kind; where there is none, a library that is fetched
 * then reads QR codes. Without a camera, or without leave to use it, the code is typed.
 */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { BottomSheet } from '../BottomSheet.tsx'
import styles from './Scanner.module.css'

type Reader = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
const pauseMs = 150

async function readerHere(): Promise<Reader> {
  const own = (globalThis as { BarcodeDetector?: new () => Reader }).BarcodeDetector
  if (own) return new own()
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector()
}

export function Scanner({ onRead, onClose }: { onRead: (code: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [hasNoCamera, setNoCamera] = useState(false)
  const tell = useRef(onRead)
  tell.current = onRead

  useEffect(() => {
    let isOver = false
    let camera: MediaStream | undefined
    async function scan() {
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const [reader, screen] = [await readerHere(), video.current]
      if (isOver || !screen) return stop()
      screen.srcObject = camera
      await screen.play()
      while (!isOver) {
        const [found] = await reader.detect(screen).catch(() => [])
        if (found?.rawValue && !isOver) return tell.current(found.rawValue)
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    }
    const stop = () => {
      for (const track of camera?.getTracks() ?? []) track.stop()
    }
    scan().catch(() => isOver || setNoCamera(true))
    return () => {
      isOver = true
      stop()
    }
  }, [])

  return (
    <BottomSheet opened onClose={onClose} title={t('filling.scan.title')}>
      {hasNoCamera ? (
        <Notice kind="attention">{t('filling.scan.noCamera')}</Notice>
      ) : (
        <video ref={video} muted playsInline className={styles.video} aria-label={t('filling.scan.title')} />
      )}
    </BottomSheet>
  )
}
