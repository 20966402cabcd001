/** By itself, so that the browser can fetch it by itself. */
export { Select } from '@mantine/core'
