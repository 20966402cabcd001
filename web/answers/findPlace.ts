import type { Place } from '#shared/forms/answers/answers.ts'

/** Long enough for a receiver that was off, short enough to stand still for. */
const patienceMs = 20_000
const goodMetres = 10

/**
 * Looks where this device is until it knows it to `wanted` metres, or for a while; what it knows so far is told each time it becomes
 * more exact. The best that was found, or why nothing was.
 */
export function findPlace(
  wanted: number | undefined,
  onBetter: (place: Place) => void,
): Promise<Place | 'denied' | 'failed'> {
  const { geolocation } = navigator
  if (!geolocation) return Promise.resolve('failed')
  return new Promise(resolve => {
    let best: Place | undefined
    const end = (result: Place | 'denied' | 'failed') => {
      clearTimeout(timer)
      geolocation.clearWatch(watch)
      resolve(result)
    }
    const timer = setTimeout(() => end(best ?? 'failed'), patienceMs)
    const watch = geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy, altitude } }) => {
        if (best?.accuracy !== undefined && best.accuracy <= accuracy) return
        best = { latitude, longitude, accuracy, ...(altitude !== null && { altitude }) }
        onBetter(best)
        if (accuracy <= (wanted ?? goodMetres)) end(best)
      },
      ({ code }) => end(best ?? (code === 1 ? 'denied' : 'failed')),
      { enableHighAccuracy: true, maximumAge: 0, timeout: patienceMs },
    )
  })
}
