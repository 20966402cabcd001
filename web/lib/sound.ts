/** The sound of a notice (the specification's section 9: at half the volume). */
const volume = 0.5

let notice: HTMLAudioElement | undefined

/** Plays it from its beginning. A browser that forbids it until the person has touched the page is only logged. */
export function playNotice(): void {
  notice ??= Object.assign(new Audio('/notice.wav'), { volume })
  notice.currentTime = 0
  notice.play().catch(cause => console.log('The sound of a notice was not played', cause))
}
