import type { Point, Quad, Raster } from '#/server/people/identity/geometry.ts'

/** The card's corners in a small colour picture and its width-to-height ratio. */
export interface CardRegion {
  readonly quad: Quad
  readonly ratio: number
}

const maxColourStep = 9
const minGroundDistance = 70
const minEdgeShare = 0.18
const ratios = [1.25, 1.85] as const

function medianOf(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Marks the pixels connected to the picture's edge without a jump in colour: the background of the card. */
function markGround({ width, height, bytes }: Raster): Uint8Array {
  const ground = new Uint8Array(width * height)
  const queue: number[] = []
  const edge: number[] = []
  for (let x = 0; x < width; x++) edge.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1)
  const edgeColour = [0, 1, 2].map((channel) => medianOf(edge.map((at) => bytes[at * 3 + channel] as number)))
  const isGroundLike = (at: number) => edgeColour.every((value, channel) => Math.abs((bytes[at * 3 + channel] as number) - value) < minGroundDistance)
  for (const at of edge) {
    if (ground[at] || !isGroundLike(at)) continue
    ground[at] = 1
    queue.push(at)
  }
  while (queue.length > 0) {
    const at = queue.pop() as number
    const x = at % width
    for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= ground.length || ground[next]) continue
      const isNear = [0, 1, 2].every((channel) => Math.abs((bytes[at * 3 + channel] as number) - (bytes[next * 3 + channel] as number)) < maxColourStep)
      if (!isNear || !isGroundLike(next)) continue
      ground[next] = 1
      queue.push(next)
    }
  }
  return ground
}

/** Returns the largest connected foreground area as one byte per pixel, with its size. */
function largestRegion(ground: Uint8Array, width: number): { mask: Uint8Array; size: number } {
  const seen = Uint8Array.from(ground)
  let largestPixels: number[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start]) continue
    const region = [start]
    seen[start] = 1
    for (let at = 0; at < region.length; at++) {
      const pixelIndex = region[at] as number
      const x = pixelIndex % width
      for (const next of [x > 0 ? pixelIndex - 1 : -1, x < width - 1 ? pixelIndex + 1 : -1, pixelIndex - width, pixelIndex + width]) {
        if (next < 0 || next >= seen.length || seen[next]) continue
        seen[next] = 1
        region.push(next)
      }
    }
    if (region.length > largestPixels.length) largestPixels = region
  }
  const mask = new Uint8Array(ground.length)
  for (const at of largestPixels) mask[at] = 1
  return { mask, size: largestPixels.length }
}

function extremesOf(mask: Uint8Array, width: number): Quad {
  const corners: [number, Point][] = [
    [Number.POSITIVE_INFINITY, [0, 0]],
    [Number.NEGATIVE_INFINITY, [0, 0]],
    [Number.NEGATIVE_INFINITY, [0, 0]],
    [Number.POSITIVE_INFINITY, [0, 0]],
  ]
  for (let at = 0; at < mask.length; at++) {
    if (!mask[at]) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const [sum, difference] = [x + y, x - y]
    if (sum < (corners[0]?.[0] ?? 0)) corners[0] = [sum, [x, y]]
    if (difference > (corners[1]?.[0] ?? 0)) corners[1] = [difference, [x, y]]
    if (sum > (corners[2]?.[0] ?? 0)) corners[2] = [sum, [x, y]]
    if (difference < (corners[3]?.[0] ?? 0)) corners[3] = [difference, [x, y]]
  }
  return corners.map(([, point]) => point) as unknown as Quad
}

/** Fits a line a·x + b·y = c with a² + b² = 1; distant points are excluded from later fits. */
function fitLine(points: readonly Point[]): readonly [number, number, number] | null {
  let keptPoints = points
  let line: readonly [number, number, number] | null = null
  for (let round = 0; round < 3; round++) {
    if (keptPoints.length < 8) return line
    const count = keptPoints.length
    const middleX = keptPoints.reduce((sum, [x]) => sum + x, 0) / count
    const middleY = keptPoints.reduce((sum, [, y]) => sum + y, 0) / count
    let [xx, xy, yy] = [0, 0, 0]
    for (const [x, y] of keptPoints) {
      xx += (x - middleX) ** 2
      xy += (x - middleX) * (y - middleY)
      yy += (y - middleY) ** 2
    }
    const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
    const [a, b] = [-Math.sin(angle), Math.cos(angle)]
    const edgeLine = [a, b, a * middleX + b * middleY] as const
    line = edgeLine
    const distances = keptPoints.map(([x, y]) => Math.abs(edgeLine[0] * x + edgeLine[1] * y - edgeLine[2])).sort((left, right) => left - right)
    const limit = Math.max(0.7, (distances[distances.length >> 1] ?? 0) * 2.5)
    keptPoints = keptPoints.filter(([x, y]) => Math.abs(edgeLine[0] * x + edgeLine[1] * y - edgeLine[2]) <= limit)
  }
  return line
}

function intersection(one: readonly [number, number, number], other: readonly [number, number, number]): Point | null {
  const det = one[0] * other[1] - other[0] * one[1]
  if (Math.abs(det) < 0.2) return null
  return [(one[2] * other[1] - other[2] * one[1]) / det, (one[0] * other[2] - other[0] * one[2]) / det]
}

/** Returns the outermost points of the area seen from one side, between its two corners. */
function sidePoints(mask: Uint8Array, width: number, height: number, from: Point, to: Point, side: number): Point[] {
  const points: Point[] = []
  const isHorizontal = side % 2 === 0
  const [low, high] = isHorizontal ? [Math.min(from[0], to[0]), Math.max(from[0], to[0])] : [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
  const margin = (high - low) * 0.08
  for (let position = Math.ceil(low + margin); position < high - margin; position++) {
    const depth = isHorizontal ? height : width
    for (let step = 0; step < depth; step++) {
      const offset = side === 0 || side === 3 ? step : depth - 1 - step
      const [x, y] = isHorizontal ? [position, offset] : [offset, position]
      if (!mask[y * width + x]) continue
      points.push(isHorizontal ? [x, side === 0 ? y : y + 1] : [side === 3 ? x : x + 1, y])
      break
    }
  }
  return points
}

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)

function areaOf(quad: Quad): number {
  let doubleArea = 0
  for (let at = 0; at < 4; at++) {
    const [[ax, ay], [bx, by]] = [quad[at] as Point, quad[(at + 1) % 4] as Point]
    doubleArea += ax * by - bx * ay
  }
  return Math.abs(doubleArea) / 2
}

/**
 * Finds the card in a small colour picture (about 400 pixels wide). Returns null if no four straight sides stand out.
 */
export function findCard(picture: Raster): CardRegion | null {
  const { width, height } = picture
  const { mask, size } = largestRegion(markGround(picture), width)
  if (size < width * height * minEdgeShare) return null
  const roughCorners = extremesOf(mask, width)
  const lines = [0, 1, 2, 3].map((side) => fitLine(sidePoints(mask, width, height, roughCorners[side] as Point, roughCorners[(side + 1) % 4] as Point, side)))
  const corners = [0, 1, 2, 3].map((at) => {
    const [before, after] = [lines[(at + 3) % 4], lines[at]]
    return before && after ? intersection(before, after) : null
  })
  if (corners.some((corner) => corner === null)) return null
  const quad = corners as unknown as Quad
  const share = size / areaOf(quad)
  if (!(share > 0.86 && share < 1.06)) return null
  const [across, down] = [distance(quad[0], quad[1]) + distance(quad[3], quad[2]), distance(quad[1], quad[2]) + distance(quad[0], quad[3])]
  const ratio = across / down
  const aspectRatio = Math.max(ratio, 1 / ratio)
  return aspectRatio >= ratios[0] && aspectRatio <= ratios[1] ? { quad, ratio } : null
}
