import type { Point, Quad, Raster } from '#/server/people/identity/geometry.ts'

const maxDegrees = 10
const step = 0.5

/** Returns the tilt of text lines in a grey picture on white paper, in degrees; 0 when no angle stands out. */
export function tiltOf({ width, height, bytes }: Raster): number {
  const sampleStep = Math.max(1, Math.round(width / 500))
  const ink: [number, number][] = []
  for (let y = sampleStep; y < height; y += sampleStep) {
    // Dark below light marks the upper edges of letters, which line up regardless of other contents.
    for (let x = 0; x < width; x += sampleStep)
      if ((bytes[y * width + x] as number) < 120 && (bytes[(y - sampleStep) * width + x] as number) > 150) ink.push([x / sampleStep, y / sampleStep])
  }
  if (ink.length < 150) return 0
  let [best, bestSum, levelSum] = [0, 0, 0]
  for (let angle = -maxDegrees; angle <= maxDegrees; angle += step) {
    const slope = Math.tan((angle * Math.PI) / 180)
    const rows = new Float64Array(Math.ceil(height / sampleStep + (2 * width * Math.tan((maxDegrees * Math.PI) / 180)) / sampleStep) + 4)
    const shift = (width / sampleStep) * Math.tan((maxDegrees * Math.PI) / 180)
    for (const [x, y] of ink) {
      const row = Math.round(y - x * slope + shift)
      if (row >= 0 && row < rows.length) rows[row] = (rows[row] as number) + 1
    }
    const sum = rows.reduce((total, count) => total + count * count, 0)
    if (angle === 0) levelSum = sum
    if (sum > bestSum) [best, bestSum] = [angle, sum]
  }
  return bestSum > levelSum * 1.08 ? best : 0
}

/** Rotates the quad around its centre. */
export function rotateQuad(quad: Quad, degrees: number): Quad {
  const [middleX, middleY] = [quad.reduce((sum, [x]) => sum + x, 0) / 4, quad.reduce((sum, [, y]) => sum + y, 0) / 4]
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return quad.map(([x, y]): Point => {
    const [u, v] = [x - middleX, y - middleY]
    return [middleX + u * cos - v * sin, middleY + u * sin + v * cos]
  }) as unknown as Quad
}
