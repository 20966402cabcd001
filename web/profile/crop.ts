/**
 * A square cut from a picture: its middle, from 0 to 1 of width and height, and its zoom; at 1 it is as large as the
 * shorter side. It never leaves the picture.
 */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const maximumZoom = 5

/** The square in the picture's own pixels, for `drawImage`. */
export function squareOf({ x, y, zoom }: Crop, { width, height }: Size) {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** The nearest crop that stays inside the picture. */
export function within({ x, y, zoom }: Crop, size: Size): Crop {
  const held = limit(zoom, 1, maximumZoom)
  const half = Math.min(size.width, size.height) / held / 2
  const [halfX, halfY] = [half / size.width, half / size.height]
  return { x: limit(x, halfX, 1 - halfX), y: limit(y, halfY, 1 - halfY), zoom: held }
}

/** Moves the picture under the square by parts of the square's side. */
export function moved(crop: Crop, size: Size, right: number, down: number): Crop {
  const { side } = squareOf(crop, size)
  return within({ ...crop, x: crop.x - (right * side) / size.width, y: crop.y - (down * side) / size.height }, size)
}

const limit = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
