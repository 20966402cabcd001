import type { ChannelRule } from '../lib/http/broadcasting.ts'

/** A person's own notices. */
export const userChannels: ChannelRule[] = [
  { pattern: /^private-user\.(\d+)\.notifications$/, may: ([, userId], { actor }) => Number(userId) === actor.id },
]
