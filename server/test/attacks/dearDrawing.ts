/** An SVG of a few kilobytes, of which each filter works over the whole drawing again. */
export function dearDrawing(filters = 400): Buffer {
  const steps = '<feTurbulence baseFrequency="0.9" numOctaves="200"/><feGaussianBlur stdDeviation="80"/>'
  const filter = `<filter id="f" x="0" y="0" width="1" height="1">${steps.repeat(filters)}</filter>`
  const size = 'width="800" height="320"'
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${filter}<rect ${size} filter="url(#f)"/></svg>`)
}
