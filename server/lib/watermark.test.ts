import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Sharp, sharp } from '#/server/lib/sharp.ts'
import { addWatermark } from '#/server/lib/watermark.ts'

const [width, height] = [640, 400]

test('the watermark is visible in every quarter of a picture, whatever its brightness', async () => {
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 16))
  const name = fc.constantFrom('李', 'Li', '示例科技制单员', 'María José Fernández')
  await fc.assert(
    fc.asyncProperty(name, moment, fc.nat(255), async (who, when, light) => {
      const blankPicture = sharp({ create: { width, height, channels: 3, background: { r: light, g: light, b: light } } }).png()
      const markedPicture = await addWatermark(await blankPicture.toBuffer(), [who, 'user', when].join('  '))
      const brightnessDeviation = async (picture: Sharp) => {
        const grey = sharp(await picture.toBuffer()).greyscale()
        return (await grey.stats()).channels[0]?.stdev ?? 0
      }
      assert.ok((await brightnessDeviation(sharp(markedPicture))) > 5)
      for (const left of [0, width / 2])
        for (const top of [0, height / 2])
          assert.ok((await brightnessDeviation(sharp(markedPicture).extract({ left, top, width: width / 2, height: height / 2 }))) > 4)
    }),
    { numRuns: 10 },
  )
})
