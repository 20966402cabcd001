/** The microphone is on only while somebody records. */
import { afterEach, expect, test, vi } from 'vitest'
import { record } from './recording.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A microphone, and a recorder that records only these types, or none. */
function device(types: string[], fails = false) {
  const track = { stop: vi.fn() }
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue({
    getTracks: () => [track],
  } as unknown as MediaStream)
  const made: string[] = []
  class Recorder {
    static isTypeSupported = (type: string) => types.includes(type)
    state = 'inactive'
    ondataavailable?: (event: { data: Blob }) => void
    onstop?: () => void
    constructor(_: MediaStream, { mimeType }: { mimeType: string }) {
      if (fails) throw new DOMException('No', 'NotSupportedError')
      made.push(mimeType)
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      this.ondataavailable?.({ data: new Blob(['a']) })
      this.onstop?.()
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  return { track, made }
}

test('what a browser records is asked of it, and the microphone is off after the end', async () => {
  const { track, made } = device(['audio/mp4'])
  const onDone = vi.fn()
  const recording = await record({ onDone }, () => true)
  expect([made, track.stop.mock.calls.length]).toEqual([['audio/mp4'], 0])
  recording?.stop()
  expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ type: 'audio/mp4', ending: 'mp4' }))
  expect(track.stop).toHaveBeenCalled()
})

test('a person who leaves before they allowed it is not recorded, and a dropped recording is no answer', async () => {
  const { track, made } = device(['audio/webm'])
  const onDone = vi.fn()
  expect(await record({ onDone }, () => false)).toBeUndefined()
  expect([made, track.stop.mock.calls.length]).toEqual([[], 1])
  const recording = await record({ onDone }, () => true)
  recording?.drop()
  expect(onDone).not.toHaveBeenCalled()
  expect(track.stop.mock.calls.length).toBeGreaterThan(1)
})

test('a recorder that cannot begin turns the microphone off, and a browser that records nothing never turns it on', async () => {
  const { track } = device(['audio/webm'], true)
  await expect(record({ onDone: () => undefined }, () => true)).rejects.toThrow()
  expect(track.stop).toHaveBeenCalled()
  device([])
  await expect(record({ onDone: () => undefined }, () => true)).rejects.toThrow('records nothing')
  expect(navigator.mediaDevices.getUserMedia).toHaveBeenCalledOnce()
})
