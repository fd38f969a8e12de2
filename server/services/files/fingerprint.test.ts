import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sharp } from '#/server/lib/sharp.ts'
import { fingerprintOf } from '#/server/services/files/fingerprint.ts'

/** Draws a page with lines of text, a stamp and a number, similar to an acceptance sheet. */
function sheet(seed: number): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, at) => {
    const width = 120 + ((seed * 7919 + at * 104_729) % 420)
    const from = 40 + ((seed * 31 + at * 17) % 160)
    return `<rect x="${from}" y="${60 + at * 52}" width="${width}" height="${14 + ((seed + at) % 9)}" fill="#222"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="900"><rect width="720" height="900" fill="#fdfdf8"/>${lines.join('')}
    <circle cx="${480 + (seed % 5) * 20}" cy="760" r="70" fill="none" stroke="#c00" stroke-width="14"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

const hammingDistance = (a: string | null, b: string | null) => [...(a ?? '')].filter((bit, at) => bit !== (b ?? '')[at]).length

describe('picture fingerprints', () => {
  let paper: Buffer
  let paperFingerprint: string | null
  before(async () => {
    paper = await sheet(1)
    paperFingerprint = await fingerprintOf(paper)
  })

  test('copies of a picture in another quality, size or format have nearly the same fingerprint', async () => {
    assert.match(paperFingerprint ?? '', /^[01]{256}$/)
    const sameSheet = {
      worse: await sharp(paper).jpeg({ quality: 35 }).toBuffer(),
      smaller: await sharp(paper).resize(300).jpeg({ quality: 70 }).toBuffer(),
      png: await sharp(paper).png().toBuffer(),
      webp: await sharp(paper).webp({ quality: 50 }).toBuffer(),
      grey: await sharp(paper).greyscale().jpeg({ quality: 80 }).toBuffer(),
      turned: await sharp(await sharp(paper).rotate(90).toBuffer())
        .withMetadata({ orientation: 8 })
        .jpeg({ quality: 90 })
        .toBuffer(),
    }
    for (const [how, bytes] of Object.entries(sameSheet)) {
      const distance = hammingDistance(paperFingerprint, await fingerprintOf(bytes))
      assert.ok(distance <= 20, `${how}: ${distance} bits apart`)
    }
  })

  test('different pages have distant fingerprints', async () => {
    for (let seed = 2; seed < 30; seed++) {
      const distance = hammingDistance(paperFingerprint, await fingerprintOf(await sheet(seed)))
      assert.ok(distance > 20, `paper ${seed}: ${distance} bits apart`)
    }
  })

  test('empty pages and non-pictures have no fingerprint', async () => {
    assert.equal(
      await fingerprintOf(
        await sharp({ create: { width: 600, height: 800, channels: 3, background: '#fefefe' } })
          .png()
          .toBuffer(),
      ),
      null,
    )
    assert.equal(await fingerprintOf(Buffer.from('%PDF-1.7')), null)
  })
})
