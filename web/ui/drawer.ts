/** The drawer and all that it floats on, 30 kB, in a file of its own: no page waits for it to be drawn. */
export { Drawer } from '@mantine/core'
