import { useFormat } from '../../lib/format.ts'

/** How long a voice note is: `1:07`. */
export function VoiceLength({ seconds }: { seconds: number }) {
  const format = useFormat()
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return (
    <bdi>
      {format.number(minutes)}:{format.number(rest, { minimumIntegerDigits: 2 })}
    </bdi>
  )
}
