/** Recording with the microphone of the device, for voice notes and for answers. */

/** What browsers record, with the ending of its files. */
const formats = [
  ['audio/webm', 'webm'],
  ['audio/mp4', 'mp4'],
] as const

/** What this browser can record; undefined where it can record nothing. */
export const recordedFormat = () =>
  typeof MediaRecorder === 'undefined' || !navigator.mediaDevices
    ? undefined
    : formats.find(([type]) => MediaRecorder.isTypeSupported(type))

export type Recorded = { parts: Blob[]; type: string; ending: string }

export type Recording = {
  /** Ends it, and gives what was recorded. */
  stop: () => void
  /** Ends it, and drops what was recorded: nobody is listened to who went on to something else. */
  drop: () => void
}

type Options = { bits?: number; onDone: (recorded: Recorded) => void }

/**
 * Begins to record. `isWanted` is asked after the person allowed it, because they may have left. Throws without a
 * microphone or permission; the microphone is off after any error.
 */
export async function record({ bits, onDone }: Options, isWanted: () => boolean): Promise<Recording | undefined> {
  const format = recordedFormat()
  if (!format) throw new Error('This browser records nothing')
  const [type, ending] = format
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const off = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    if (!isWanted()) {
      off()
      return undefined
    }
    const made = new MediaRecorder(stream, { mimeType: type, ...(bits && { audioBitsPerSecond: bits }) })
    const parts: Blob[] = []
    let isDropped = false
    made.ondataavailable = ({ data }) => parts.push(data)
    made.onstop = () => {
      off()
      if (!isDropped) onDone({ parts, type, ending })
    }
    made.start()
    const stop = () => made.state !== 'inactive' && made.stop()
    return {
      stop,
      drop() {
        isDropped = true
        stop()
        off()
      },
    }
  } catch (error) {
    off()
    throw error
  }
}
