export type Reader = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

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
