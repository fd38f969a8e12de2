import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provinces } from '#/domain/base/provinces.ts'
import { languages } from '#/domain/base/text.ts'

test('provinces have their GB/T 2260 codes and a name in every language', () => {
  const chinese = Object.entries(provinces).map(([code, { zh }]) => `${code} ${zh}`)
  assert.deepEqual(
    chinese.join(' '),
    '11 北京市 12 天津市 13 河北省 14 山西省 15 内蒙古自治区 21 辽宁省 22 吉林省 23 黑龙江省 31 上海市 32 江苏省 33 浙江省 34 安徽省 35 福建省 36 江西省 37 山东省 ' +
      '41 河南省 42 湖北省 43 湖南省 44 广东省 45 广西壮族自治区 46 海南省 50 重庆市 51 四川省 52 贵州省 53 云南省 54 西藏自治区 61 陕西省 62 甘肃省 63 青海省 ' +
      '64 宁夏回族自治区 65 新疆维吾尔自治区 71 台湾省 81 香港特别行政区 82 澳门特别行政区',
  )
  for (const language of languages) {
    const names = Object.values(provinces).map((text) => text[language])
    assert.ok(
      names.every((name) => name.trim().length >= 2),
      language,
    )
    assert.equal(new Set(names).size, names.length, `two provinces have one name in ${language}`)
  }
})
