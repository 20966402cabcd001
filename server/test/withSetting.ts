import type { Config } from '../lib/config/config.ts'
import { tend } from './tend.ts'

/** Does the work on tend with other settings; each call reads them. */
export async function withSetting<T>(changes: Partial<Config>, work: () => Promise<T>): Promise<T> {
  const { config } = (await tend()).services
  const before = { ...config }
  Object.assign(config, changes)
  try {
    return await work()
  } finally {
    Object.assign(config, before)
  }
}

/** Does the work on tend as it is without a mail server. */
export const withoutMailServer = <T>(work: () => Promise<T>): Promise<T> => withSetting({ smtpUrl: undefined }, work)
