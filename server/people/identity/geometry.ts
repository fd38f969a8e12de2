/** A picture as rows of bytes: one (grey) or three (colour) per pixel. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly bytes: Uint8Array
}

export type Point = readonly [x: number, y: number]
/** Corners clockwise from the top left. */
export type Quad = readonly [Point, Point, Point, Point]

function solveLinear(rows: number[][]): number[] {
  const size = rows.length
  for (let at = 0; at < size; at++) {
    let pivotRow = at
    for (let row = at + 1; row < size; row++) if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[pivotRow]?.[at] ?? 0)) pivotRow = row
    const [pivot, other] = [rows[pivotRow] as number[], rows[at] as number[]]
    rows[at] = pivot
    rows[pivotRow] = other
    const divisor = pivot[at] || 1e-12
    for (let row = 0; row < size; row++) {
      if (row === at) continue
      const line = rows[row] as number[]
      const factor = (line[at] ?? 0) / divisor
      for (let column = at; column <= size; column++) line[column] = (line[column] ?? 0) - factor * (pivot[column] ?? 0)
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] || 1e-12))
}

/** Returns the nine coefficients of the projection that maps one quad to another. */
export function projectionBetween(from: Quad, to: Quad): readonly number[] {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at] as Point
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  return [...solveLinear(rows), 1]
}

/** Returns a rectangle of this size as a quad. */
export function rectangleQuad(width: number, height: number): Quad {
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
}

/** Maps a quad of a picture to a rectangle of this size; areas outside the picture repeat its edge. */
export function rectifyQuad(picture: Raster, quad: Quad, width: number, height: number): Raster {
  const { channels, bytes: source, width: across, height: down } = picture
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = projectionBetween(rectangleQuad(width, height), quad)
  const bytes = new Uint8Array(width * height * channels)
  const [right, bottom] = [across - 1.001, down - 1.001]
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const scale = g * x + h * y + 1
      const u = Math.min(Math.max((a * x + b * y + c) / scale, 0), right)
      const v = Math.min(Math.max((d * x + e * y + f) / scale, 0), bottom)
      const [left, top] = [u | 0, v | 0]
      const [fx, fy] = [u - left, v - top]
      const at = (top * across + left) * channels
      const indexBelow = at + across * channels
      for (let channel = 0; channel < channels; channel++) {
        const upper = (source[at + channel] as number) * (1 - fx) + (source[at + channels + channel] as number) * fx
        const lower = (source[indexBelow + channel] as number) * (1 - fx) + (source[indexBelow + channels + channel] as number) * fx
        bytes[out++] = upper * (1 - fy) + lower * fy + 0.5
      }
    }
  }
  return { width, height, channels, bytes }
}
