/** The keys of all texts, read from the English ones. A new noun adds its file here. */
import 'i18next'
import type auth from './en/auth.json'
import type common from './en/common.json'
import type locations from './en/locations.json'
import type problem from './en/problem.json'
import type shell from './en/shell.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    returnNull: false
    resources: {
      translation: {
        auth: typeof auth
        common: typeof common
        locations: typeof locations
        problem: typeof problem
        shell: typeof shell
      }
    }
  }
}
