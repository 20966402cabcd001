/**
 * Reads a code with the camera, by the browser's own reader or, where there is none, by a library for QR codes. Without
 * a camera, or without permission to use it, the code is typed.
 */

import { Button, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { BottomSheet } from '../texts/BottomSheet.tsx'
import styles from './Scanner.module.css'

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

type Reader = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

type Means = {
  openCamera(): Promise<MediaStream>
  reader(): Promise<Reader>
  /** Where the camera's picture is shown; null once nobody looks any more. */
  screen(): HTMLVideoElement | null
  pauseMs?: number
  /** Whether a code ends it; without this the first does. */
  isEnough?: (code: string) => boolean
}

/**
 * Looks through the camera until it sees a code that is enough; undefined when it was cancelled. The camera is off
 * afterwards in any case. Rejects without a camera, without permission, and where no reader can be loaded.
 */
export async function scanCode(
  { openCamera, reader, screen, pauseMs = 150, isEnough = () => true }: Means,
  signal: AbortSignal,
): Promise<string | undefined> {
  const camera = await openCamera()
  const stop = () => {
    for (const track of camera.getTracks()) track.stop()
  }
  signal.addEventListener('abort', stop)
  try {
    const reading = await reader()
    const video = screen()
    if (signal.aborted || !video) return undefined
    video.srcObject = camera
    await video.play()
    while (!signal.aborted) {
      // A picture that is not there yet, or blurred, is no reason to give up.
      const [found] = await reading.detect(video).catch(() => [])
      if (signal.aborted) break
      if (found?.rawValue && isEnough(found.rawValue)) return found.rawValue
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
    return undefined
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

type FieldProps = {
  label: string
  /** What was read or typed, with Enter behind it. */
  onRead: (code: string) => void
  /** One after the other is read, also by the camera, and this says what came of the last. */
  goesOn?: ReactNode
}

/** Takes a tag by a reader that types, by hand or by the camera; the field is empty for the next one at once. */
export function ReadField({ label, onRead, goesOn }: FieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  return (
    <>
      <div className={styles.line}>
        <TextInput
          size="lg"
          label={label}
          className={styles.field}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            // It is used within forms, and must not submit them.
            event.preventDefault()
            const code = typed.trim()
            setTyped('')
            if (code) onRead(code)
          }}
        />
        <Button size="lg" variant="default" leftSection={<IconBarcode size={22} />} onClick={() => setScanning(true)}>
          {t('filling.scan.start')}
        </Button>
      </div>
      {isScanning && (
        <Scanner
          goesOn={goesOn !== undefined}
          onClose={() => setScanning(false)}
          onRead={code => {
            if (goesOn === undefined) setScanning(false)
            onRead(code)
          }}
        >
          {goesOn}
        </Scanner>
      )}
    </>
  )
}
