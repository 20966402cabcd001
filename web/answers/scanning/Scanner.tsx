/**
 * Reads a code with the camera, by the browser's own reader or, where there is none, by a library for QR codes. Without
 * a camera, or without permission to use it, the code is typed.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { BottomSheet } from '../texts/BottomSheet.tsx'
import styles from './Scanner.module.css'
import { type Reader, scanCode } from './scanCode.ts'

async function readerHere(): Promise<Reader> {
  const own = (globalThis as { BarcodeDetector?: new () => Reader }).BarcodeDetector
  if (own) return new own()
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector()
}

type Props = {
  onRead: (code: string) => void
  onClose: () => void
  /** One code after the other is read, each once while it is the same; without this the first is the last. */
  goesOn?: boolean
  /** What came of the code that was read last. */
  children?: ReactNode
}

export function Scanner({ onRead, onClose, goesOn = false, children }: Props) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [hasNoCamera, setNoCamera] = useState(false)
  const tell = useRef(onRead)
  tell.current = onRead

  useEffect(() => {
    const given = new AbortController()
    let last: string | undefined
    const isEnough = (code: string) => {
      if (goesOn && code !== last) tell.current(code)
      last = code
      return !goesOn
    }
    const openCamera = () => navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    scanCode(
      { openCamera: async () => openCamera(), reader: readerHere, screen: () => video.current, isEnough },
      given.signal,
    ).then(
      code => code !== undefined && tell.current(code),
      () => given.signal.aborted || setNoCamera(true),
    )
    return () => given.abort()
  }, [goesOn])

  return (
    <BottomSheet opened onClose={onClose} title={t('filling.scan.title')}>
      {hasNoCamera ? (
        <Notice kind="attention">{t('filling.scan.noCamera')}</Notice>
      ) : (
        <video ref={video} muted playsInline className={styles.video} aria-label={t('filling.scan.title')} />
      )}
      {children}
    </BottomSheet>
  )
}
